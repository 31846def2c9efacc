package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// What one attack may take of a process of Go before it is ended.
const (
	attackSeconds = 10
	attackMemory  = 4 << 30
)

type (
	deepStruct  struct{ Next *deepStruct }
	deepSlice   []deepSlice
	deepMap     map[string]deepMap
	deepInts    map[int]deepInts
	boxed       struct{ I any }
	wideElement struct {
		F0   int
		Rest [2047]int
	}
	largeElement struct{ X, Y [32][32]int }
)

// attackTypes are what Go decodes an attack into; what has none here is passed over, which needs no type.
var attackTypes = map[string]func() any{
	"a_million_nested_structs_are_too_deep":                              fresh[deepStruct],
	"a_million_nested_slices_are_too_deep":                               fresh[deepSlice],
	"a_million_nested_maps_are_too_deep":                                 fresh[deepInts],
	"a_million_nested_interfaces_are_too_deep":                           fresh[[]any],
	"a_million_nested_structs_are_read_if_asked_for":                     fresh[deepStruct],
	"interfaces_that_hold_nothing_but_interfaces":                        fresh[boxed],
	"a_map_of_empty_structs_with_a_huge_count":                           fresh[map[struct{}]struct{}],
	"a_map_of_empty_structs_with_a_count_just_over_its_bytes":            fresh[map[struct{}]struct{}],
	"a_slice_of_empty_structs_with_a_huge_count":                         fresh[[]struct{}],
	"slices_in_slices_that_each_claim_ten_megabytes":                     fresh[deepSlice],
	"slices_in_slices_that_each_claim_what_is_left":                      fresh[deepSlice],
	"maps_in_maps_that_each_claim_ten_megabytes":                         fresh[deepMap],
	"slices_of_interfaces_with_a_huge_count":                             fresh[[]any],
	"forty_thousand_empty_elements_of_ten_thousand_fields":               fresh[[]wideElement],
	"a_million_empty_elements_of_65_535_fields":                          fresh[[]wideElement],
	"empty_elements_for_a_large_struct":                                  fresh[[]largeElement],
	"a_value_over_64_000_messages":                                       fresh[[]any],
	"a_value_over_200_000_messages_that_define_one_type_again_and_again": fresh[[]any],
	"deep_and_wide": fresh[deepSlice],
}

func fresh[T any]() any { return new(T) }

// attackPeers says what other libraries did with the same idea when they were studied; they are not run here.
var attackPeers = map[string]string{
	"a_graph_of_maps_that_is_an_exponential_tree":                    "gobwire 0.1.0: 403 MB and 3.3 s at 22 types, no end at 40",
	"three_hundred_structs_that_each_refer_to_all":                   "gobwire: 636 MB and 5.6 s at 10 types, no end at 12",
	"forty_thousand_empty_elements_of_ten_thousand_fields":           "gobwire: 3.2 GB, 20 s",
	"three_thousand_interfaces_of_a_struct_of_three_thousand_fields": "gobwire: 793 MB",
	"a_chain_of_60_000_slices":                                       "gobwire: stack overflow",
	"a_value_over_64_000_messages":                                   "gobwire: quadratic, 37 s for 192 KB",
	"types_that_are_their_own_parts":                                 "gobwire: endless loop",
	"ids_at_the_ends_of_their_range":                                 "gobwire: panic",
	"times_at_the_ends_of_their_range":                               "gobwire: panic",
	"fields_of_one_byte_each":                                        "gobwire: 34 times the input kept",
	"empty_elements_for_a_large_struct":                              "gobwire: 1,025 times the input",
	"a_million_open_arrays":                                          "json-iterator: recursive slices and maps pass its limit",
	"a_quarter_of_a_million_levels_if_asked_for":                     "json-iterator: recursive slices and maps pass its limit",
	"control_characters_and_nul_in_strings":                          "json-iterator takes them behind an escape",
}

// attackCost is what reading one input came to.
type attackCost struct {
	end    string
	time   time.Duration
	memory int64
}

// worse is the one that a service would rather not meet.
func (a attackCost) worse(b attackCost) attackCost {
	if strings.HasPrefix(a.end, "**") != strings.HasPrefix(b.end, "**") {
		if strings.HasPrefix(b.end, "**") {
			return b
		}
		return a
	}
	if b.time > a.time {
		a.time, a.end = b.time, b.end
	}
	a.memory = max(a.memory, b.memory)
	return a
}

type attackRow struct {
	name, format string
	files        map[string]int64
	ours, theirs attackCost
}

// tableOfAttacks has Go read the inputs that DIR/ours.tsv names, each in a process of its own, and prints the table of docs/hardening.md.
func tableOfAttacks(dir string) {
	rows := oursOfAttacks(dir)
	fmt.Println("| attack | largest input | Go | time | memory | gobstream | time | memory | others |")
	fmt.Println("|---|--:|---|--:|--:|---|--:|--:|---|")
	for _, row := range rows {
		largest := int64(0)
		for file, size := range row.files {
			largest = max(largest, size)
			row.theirs = row.theirs.worse(goOnAttack(dir, row.name, file))
		}
		_, test, _ := strings.Cut(row.name, "::")
		fmt.Printf("| %s, %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", strings.ReplaceAll(test, "_", " "), row.format, sizeText(largest),
			row.theirs.end, secondsText(row.theirs.time), sizeText(row.theirs.memory),
			row.ours.end, secondsText(row.ours.time), sizeText(row.ours.memory), attackPeers[test])
	}
}

func oursOfAttacks(dir string) []*attackRow {
	data, err := os.ReadFile(filepath.Join(dir, "ours.tsv"))
	must(err)
	byName := map[string]*attackRow{}
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 7 {
			fail("%d cells in %q", len(cells), line)
		}
		row := byName[cells[0]]
		if row == nil {
			row = &attackRow{name: cells[0], files: map[string]int64{}}
			row.format = strings.TrimPrefix(filepath.Ext(cells[1]), ".")
			byName[cells[0]] = row
		}
		row.files[cells[1]], _ = strconv.ParseInt(cells[2], 10, 64)
		micros, err := strconv.ParseInt(cells[5], 10, 64)
		must(err)
		peak, err := strconv.ParseInt(cells[6], 10, 64)
		must(err)
		if cells[3] == "events" {
			row.ours.end = endOfOurs(cells[4])
		}
		row.ours.time = max(row.ours.time, time.Duration(micros)*time.Microsecond)
		row.ours.memory = max(row.ours.memory, peak)
	}
	var rows []*attackRow
	for _, row := range byName {
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b *attackRow) int { return strings.Compare(a.name, b.name) })
	return rows
}

// endOfOurs turns Good(1), Bad(TooBig, 0), Ok(1), Err(TooDeep) into a word.
func endOfOurs(end string) string {
	kind, rest, _ := strings.Cut(end, "(")
	if kind == "Good" || kind == "Ok" {
		return "read"
	}
	word, _, _ := strings.Cut(strings.TrimSuffix(rest, ")"), ",")
	return word
}

func secondsText(t time.Duration) string { return fmt.Sprintf("%.3f s", t.Seconds()) }

func sizeText(n int64) string {
	switch {
	case n < 10<<10:
		return fmt.Sprintf("%d B", n)
	case n < 10<<20:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

// goOnAttack reads one input in a process that may die of it: the resident memory at most is that of the process, 8 MiB at rest.
func goOnAttack(dir, name, file string) attackCost {
	self, err := os.Executable()
	must(err)
	cmd := exec.Command(self, "-any-go", "attack", dir, file, name)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	end := strings.TrimSpace(string(out))
	if err != nil {
		end = "**" + deathOf(said.String(), cmd.ProcessState) + "**"
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return attackCost{end, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), usage.Maxrss << 10}
}

func deathOf(said string, state *os.ProcessState) string {
	for _, death := range []string{"stack overflow", "out of memory", "cannot allocate memory"} {
		if strings.Contains(said, death) {
			return "dies: " + death
		}
	}
	if state.UserTime()+state.SystemTime() >= (attackSeconds-1)*time.Second {
		return fmt.Sprintf("ended after %d s", attackSeconds)
	}
	if strings.HasPrefix(said, "panic:") {
		return "panics"
	}
	return "dies"
}

// attackOne reads an input to its end or first error, within caps on time and memory.
func attackOne(path, name string) {
	must(syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: attackMemory, Max: attackMemory}))
	must(syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: attackSeconds, Max: attackSeconds}))
	data, err := os.ReadFile(path)
	must(err)
	if filepath.Ext(path) == ".json" {
		err = readJSONAttack(data)
	} else {
		err = readGobAttack(data, name)
	}
	if err == nil {
		fmt.Println("read")
	} else {
		fmt.Println("error")
	}
}

func readJSONAttack(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	for {
		var v any
		if err := dec.Decode(&v); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func readGobAttack(data []byte, name string) error {
	gob.RegisterName("L", []any{})
	gob.RegisterName("B", boxed{})
	_, test, _ := strings.Cut(name, "::")
	dec := gob.NewDecoder(bytes.NewReader(data))
	for {
		var into any
		if target := attackTypes[test]; target != nil {
			into = target()
		}
		if err := dec.Decode(into); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
