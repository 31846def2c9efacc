// Command schema proves declarations: it decodes a gob file into the types that a package declares for it.
//
// schema-check writes the packages, and the table of them.
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
)

func main() {
	if len(os.Args) == 3 {
		one(os.Args[1], os.Args[2])
		return
	}
	os.Exit(all())
}

// one reads a file in a process of its own, as registered names are global in Go.
func one(pkg, file string) {
	f, err := os.Open(file)
	if err == nil {
		defer f.Close()
		err = packages[pkg](bufio.NewReader(f))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// all reads the files that standard input names, a package and a file a line.
func all() int {
	var wait sync.WaitGroup
	var lock sync.Mutex
	failed, read := 0, 0
	slots := make(chan bool, runtime.NumCPU())
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var pkg, file string
		fmt.Sscanf(lines.Text(), "%s %s", &pkg, &file)
		wait.Add(1)
		slots <- true
		go func() {
			defer func() { <-slots; wait.Done() }()
			out, err := exec.Command(os.Args[0], pkg, file).CombinedOutput()
			lock.Lock()
			defer lock.Unlock()
			read++
			if err != nil {
				failed++
				fmt.Printf("%s: %s: %.400s\n", pkg, file, out)
			}
		}()
	}
	wait.Wait()
	fmt.Printf("schema: Go read %d of %d files into the types declared for them\n", read-failed, read)
	return min(failed, 1)
}
