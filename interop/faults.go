package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"time"
)

// A fault is a stream that is wrong, or that Go takes for wrong.
type fault struct {
	name  string
	class string // what a reader without types must call it; ok if it must read on
	good  int    // values before the fault
	about string
	into  []any // what Go decodes the values into, in order, the last for all the rest; skip passes over one
	data  []byte
	// Where real Go makes the stream it does so in a process of its own: ids are global, and what Go says
	// about a stream depends on the types that the process knows.
	make func(*gob.Encoder)
	// A strict reader minds; the default one reads on, and finds this many values. -1: both mind.
	reads int
	// A fault that hangs or kills Go is not put before it; this says what would happen.
	hostile string
}

// skip stands for a value that Go decodes into nothing, anything for an interface variable.
type (
	skip     struct{}
	anything struct{}
)

var faults []fault

func into(types ...any) []any { return types }

func spoil(name, class string, good int, about string, into []any, parts ...any) {
	f := fault{name: name, class: class, good: good, about: about, into: into, reads: -1}
	if encode, real := first(parts).(func(*gob.Encoder)); real {
		f.make = encode
	} else {
		f.data = join(parts...)
	}
	faults = append(faults, f)
}

// strictly is for what only strict readers mind.
func strictly(reads int, name, class string, good int, about string, into []any, parts ...any) {
	spoil(name, class, good, about, into, parts...)
	faults[len(faults)-1].reads = reads
}

func hostile(name, class string, good int, about, effect string, parts ...any) {
	faults = append(faults, fault{name: name, class: class, good: good, about: about, data: join(parts...), reads: -1, hostile: effect})
}

// ask puts the fault before Go, in a process that may die of it. An empty answer: Go finds nothing wrong.
func (f fault) ask(self, dir string) (answer string) {
	if f.hostile != "" {
		return "killed"
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, self, "-any-go", "judge", dir, f.name)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if strings.HasPrefix(said.String(), "interop:") {
		fail("%s", said.String())
	}
	if err != nil {
		return "killed"
	}
	return strings.TrimSuffix(string(out), "\n")
}

// faultBytes writes what real Go makes of a fault to stdout.
func faultBytes(name string) {
	for _, f := range faults {
		if f.name == name {
			f.make(gob.NewEncoder(os.Stdout))
		}
	}
}

func judgeFault(dir, name string) {
	for _, f := range faults {
		if f.name == name {
			if f.hostile != "" {
				fail("%s: %s", name, f.hostile)
			}
			var err error
			f.data, err = os.ReadFile(filepath.Join(dir, name+".gob"))
			must(err)
			good, err := f.decode()
			if f.class != ok && err != nil && good != f.good {
				fail("%s: Go reads %d values, not %d: %v", name, good, f.good, err)
			}
			if err == nil {
				err = errors.New("-")
			}
			fmt.Println(strings.ReplaceAll(err.Error(), "\n", `\n`))
		}
	}
}

// decode has Go read the stream up to the first error, or to its clean end.
func (f fault) decode() (good int, err error) {
	debug.SetMemoryLimit(1 << 30)
	gob.Register(Point{})
	gob.Register(Bools{})
	r := bytes.NewReader(f.data)
	dec := gob.NewDecoder(r)
	for {
		if r.Len() == 0 && good > 0 {
			return good, nil
		}
		var v reflect.Value
		switch t := f.into[min(good, len(f.into)-1)].(type) {
		case skip:
		case anything:
			v = reflect.New(reflect.TypeFor[any]())
		default:
			v = reflect.New(reflect.TypeOf(t))
		}
		if err := dec.DecodeValue(v); err != nil {
			return good, err
		}
		good++
	}
}

func writeFaults(dir string) {
	must(os.MkdirAll(dir, 0o755))
	self, err := os.Executable()
	must(err)
	index := "name\tclass\tgood\tdefault\tgo\tabout\n"
	for _, f := range faults {
		if f.make != nil {
			f.data, err = exec.Command(self, "-any-go", "fault-bytes", dir, f.name).Output()
			must(err)
		}
		must(os.WriteFile(filepath.Join(dir, f.name+".gob"), f.data, 0o644))
		answer := f.ask(self, dir)
		about := f.about
		if f.hostile != "" {
			about += " (not put before Go: " + f.hostile + ")"
		}
		text := fmt.Sprintf("%s\n%s\n%d\n%s\n", answer, f.class, f.good, about)
		reading := "-"
		if f.reads >= 0 {
			reading = fmt.Sprint(f.reads)
			text += "default: " + reading + "\n"
		}
		must(os.WriteFile(filepath.Join(dir, f.name+".txt"), []byte(text), 0o644))
		index += fmt.Sprintf("%s\t%s\t%d\t%s\t%s\t%s\n", f.name, f.class, f.good, reading, answer, about)
	}
	must(os.WriteFile(filepath.Join(dir, "INDEX.tsv"), []byte(index), 0o644))
	fmt.Printf("%d faults\n", len(faults))
}

func first(parts []any) any {
	if len(parts) == 0 {
		return nil
	}
	return parts[0]
}
