package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
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

// A row is one thing to measure: op does it once, digest says what came out of the last one.
type row struct {
	name string
	// An input without which the row is left out.
	file string
	open func(dir string) (op func(), digest func() string)
}

// The rows of each column. A row that is not here has no such figure.
var columns = map[string]func() []row{
	"gob":  gobRows,
	"json": jsonRows,
}

// An opened row, and how many ops take about a twentieth of a measurement: the clock is read after each batch.
type opened struct {
	op     func()
	digest func() string
	batch  int
}

func work(rows []row, dir string) error {
	rows = slices.DeleteFunc(rows, func(r row) bool { return !exists(filepath.Join(dir, r.file)) })
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
		row := find(open, rows, dir, words[1])
		if words[0] == "check" {
			row.op()
			row.op()
			fmt.Println(row.digest())
			continue
		}
		if words[0] == "peak" {
			row.peak()
			continue
		}
		ns, err := strconv.ParseInt(words[2], 10, 64)
		must(err)
		row.run(ns)
	}
	return lines.Err()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func find(open map[string]*opened, rows []row, dir, name string) *opened {
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

// peak prints by how many bytes the process grows during the first op.
func (o *opened) peak() {
	// Sets the peak to what is used now.
	must(os.WriteFile("/proc/self/clear_refs", []byte("5"), 0))
	before := highWater()
	o.op()
	fmt.Println(highWater() - before)
}

func highWater() (n int) {
	status, err := os.ReadFile("/proc/self/status")
	must(err)
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			fmt.Sscan(rest, &n)
		}
	}
	return n << 10
}
