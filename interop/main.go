// Command interop lets real Go speak: it writes streams with encoding/gob together with the JSON that
// they must be shown as, streams that are broken in every way Go knows of, and the sample files of the
// command's manual.
//
//	go run . vectors DIR    streams and their JSON
//	go run . faults DIR     malformed streams and what Go says about them
//	go run . samples DIR    the files of the manual's sessions
//	go run . random DIR SEED COUNT    streams of invented types, with their JSON
//	go run . read DIR       reads streams that others wrote of the values of vectors
//	go run . differ         answers the differential test
//	go run . parity NAME    answers the parity test, for spoiled streams of one vector
//	go run . attacks DIR    reads hostile inputs, and prints what they cost beside what they cost gobstream
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
)

// judge is the Go release whose word counts. Ids, names and error texts differ between releases, so the
// committed files are made by exactly this one.
const judge = "go1.27.3"

func main() {
	anyGo := flag.Bool("any-go", false, "run with another Go release than "+judge)
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: go run . [-any-go] vectors|faults|samples|json|read|attacks DIR\n       go run . random DIR SEED COUNT")
		flag.PrintDefaults()
	}
	flag.Parse()
	if v := runtime.Version(); v != judge && !*anyGo {
		fail("this is %s, the files are made with %s; -any-go goes on all the same", v, judge)
	}
	if flag.Arg(0) == "differ" {
		differ()
		return
	}
	if flag.NArg() < 2 {
		flag.Usage()
		os.Exit(2)
	}
	dir := flag.Arg(1)
	switch flag.Arg(0) {
	case "vectors":
		writeVectors(dir)
	case "faults":
		writeFaults(dir)
	case "samples":
		writeSamples(dir)
	case "json":
		writeJSON(dir)
	case "random":
		seed, err := strconv.ParseUint(flag.Arg(2), 10, 64)
		must(err)
		count, err := strconv.ParseUint(flag.Arg(3), 10, 64)
		must(err)
		writeRandom(dir, seed, count)
	case "parity":
		parity(flag.Arg(1))
	case "read":
		readAll(dir)
	case "read-one": // one stream, in the process that the parent started for it
		readOne(dir, flag.Arg(2))
	case "vector": // one vector, in the process that the parent started for it
		writeVector(dir, flag.Arg(2))
	case "sample":
		writeSample(dir, flag.Arg(2))
	case "fault-bytes":
		faultBytes(flag.Arg(2))
	case "attacks":
		tableOfAttacks(dir)
	case "attack": // one input, in a process that may die of it
		attackOne(filepath.Join(dir, flag.Arg(2)), flag.Arg(3))
	case "judge": // one fault, in a process that may die of it
		judgeFault(dir, flag.Arg(2))
	default:
		flag.Usage()
		os.Exit(2)
	}
}

func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "interop: "+format+"\n", args...)
	os.Exit(1)
}

func must(err error) {
	if err != nil {
		fail("%v", err)
	}
}
