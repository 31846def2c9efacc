// Command schema proves declarations: it decodes a gob file into the types that a package declares for it, and a file that was made with these
// declarations of its JSON too, which must hold the same.
//
// schema-check writes the packages, and the table of them.
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"sync"
)

func main() {
	if len(os.Args) == 4 {
		if err := one(os.Args[1], os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(all())
}

// one reads a file and what was made of its JSON, "-" if nothing was, in a process of its own, as registered names are global in Go.
func one(pkg, file, made string) error {
	values, err := read(pkg, file)
	if err != nil || made == "-" {
		return err
	}
	again, err := read(pkg, made)
	if err != nil {
		return fmt.Errorf("made of JSON: %w", err)
	}
	if len(values) != len(again) {
		return fmt.Errorf("made of JSON: %d values of %d", len(again), len(values))
	}
	for i := range values {
		// Not a number is none that equals itself.
		if !reflect.DeepEqual(values[i], again[i]) && fmt.Sprintf("%#v", values[i]) != fmt.Sprintf("%#v", again[i]) {
			return fmt.Errorf("made of JSON: value %d is another: %.200v, not %.200v", i+1, again[i], values[i])
		}
	}
	return nil
}

func read(pkg, file string) ([]any, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return packages[pkg](bufio.NewReader(f))
}

// all reads the files that standard input names: a package, a file and what was made of it a line.
func all() int {
	var wait sync.WaitGroup
	var lock sync.Mutex
	failed, done, again := 0, 0, 0
	slots := make(chan bool, runtime.NumCPU())
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var pkg, file, made string
		fmt.Sscanf(lines.Text(), "%s %s %s", &pkg, &file, &made)
		wait.Add(1)
		slots <- true
		go func() {
			defer func() { <-slots; wait.Done() }()
			out, err := exec.Command(os.Args[0], pkg, file, made).CombinedOutput()
			lock.Lock()
			defer lock.Unlock()
			done++
			if made != "-" {
				again++
			}
			if err != nil {
				failed++
				fmt.Printf("%s: %s: %.400s\n", pkg, file, out)
			}
		}()
	}
	wait.Wait()
	fmt.Printf("schema: Go read %d of %d files into the types declared for them\n", done-failed, done)
	fmt.Printf("schema: %d of them also as made of JSON with these declarations\n", again)
	return min(failed, 1)
}
