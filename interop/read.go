package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// readAll has Go read streams that somebody else wrote of the values of vectors, NAME.gob each.
func readAll(dir string) {
	self, err := os.Executable()
	must(err)
	files, err := filepath.Glob(filepath.Join(dir, "*.gob"))
	must(err)
	bad := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".gob")
		cmd := exec.Command(self, "-any-go", "read-one", dir, name)
		cmd.Stderr = os.Stderr
		if cmd.Run() != nil {
			bad++
		}
	}
	fmt.Printf("%d streams read, %d of them wrong\n", len(files), bad)
	if bad > 0 || len(files) == 0 {
		os.Exit(1)
	}
}

// readOne has the Decoder find in a stream what the vector of its name sends.
func readOne(dir, name string) {
	s := find(name).run()
	made, err := os.ReadFile(filepath.Join(dir, name+".gob"))
	must(err)
	if s.has("write-only") || len(s.sent) < s.count {
		return // made of other vectors, whose types it does not know
	}
	s.gob = *bytes.NewBuffer(made)
	s.single = -1 // what others wrote is one stream
	s.readBack(name)
}
