module gobstream.bench/peer

go 1.27
