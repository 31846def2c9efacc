// The Go side of the measurements.
//
//	peer work COLUMN DIR     answers the driver on standard input and output; see ../src/driver.rs
//	peer large KIND BYTES    writes a large stream to standard output; KIND is records or floats
//	peer json KIND           reads such a stream, decodes it into its types, prints JSON
package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	err := fmt.Errorf("usage: peer work COLUMN DIR | large KIND BYTES | json KIND")
	switch args := os.Args[1:]; {
	case len(args) == 3 && args[0] == "work" && columns[args[1]] != nil:
		err = work(columns[args[1]](), args[2])
	case len(args) == 3 && args[0] == "large":
		var size int
		if size, err = strconv.Atoi(args[2]); err == nil {
			err = writeLarge(args[1], size)
		}
	case len(args) == 2 && args[0] == "json":
		err = largeToJSON(args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

// must stops the program: an input of our own making is wrong.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
