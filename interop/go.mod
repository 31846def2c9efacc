module interop

go 1.27
