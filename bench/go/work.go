package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// cpuTime is the CPU time of the process so far in ns, garbage collection on other threads included.
func cpuTime() int64 {
	const processCPU = 2
	var now syscall.Timespec
	_, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, processCPU, uintptr(unsafe.Pointer(&now)), 0)
	if errno != 0 {
		panic(errno)
	}
	return now.Nano()
}

// An opened row, and how many ops take about a twentieth of a measurement: the clock is read after each batch.
type opened struct {
	op     func()
	digest func() string
	batch  int
}

func work(dir string) error {
	open := map[string]*opened{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if words[0] == "rows" {
			names := []string{}
			for _, row := range rows {
				names = append(names, row.name)
			}
			fmt.Println(strings.Join(names, " "))
			continue
		}
		row := find(open, dir, words[1])
		if words[0] == "check" {
			row.op()
			row.op()
			fmt.Println(row.digest())
			continue
		}
		ns, err := strconv.ParseInt(words[2], 10, 64)
		must(err)
		row.run(ns)
	}
	return lines.Err()
}

func find(open map[string]*opened, dir, name string) *opened {
	for _, row := range rows {
		if row.name == name && open[name] == nil {
			op, digest := row.open(dir)
			open[name] = &opened{op, digest, 1}
		}
	}
	return open[name]
}

// run repeats the row for so many ns and prints ops, ns, allocations and bytes allocated.
func (o *opened) run(ns int64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	ops, start := 0, cpuTime()
	spent := int64(0)
	for spent < ns {
		for range o.batch {
			o.op()
		}
		ops += o.batch
		spent = cpuTime() - start
		o.batch = max(1, int(ns*int64(ops)/spent/20))
	}
	runtime.ReadMemStats(&after)
	fmt.Println(ops, spent, after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc)
}
