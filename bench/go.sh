# Builds the Go side, for bench/run and bench/large, which set `here`. Sets `peer` to the program, empty if there is no Go.
target=${CARGO_TARGET_DIR:-$here/target}
mkdir -p "$target"
target=$(cd "$target" && pwd)
peer=
if go=$("$here/../interop/go-path"); then
	"$go" version >&2
	"$go" -C "$here/go" build -o "$target/peer" .
	peer=$target/peer
fi
