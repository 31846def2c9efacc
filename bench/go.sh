# Builds the Go side, for bench/run and bench/large, which set `here`. Sets `peer` to the program, empty if there is no Go, and
# `iterator` if json-iterator is in it, which has to come from the network once.
target=${CARGO_TARGET_DIR:-$here/target}
mkdir -p "$target"
target=$(cd "$target" && pwd)
peer= iterator=
if go=$("$here/../interop/go-path"); then
	"$go" version >&2
	if "$go" -C "$here/go" build -tags jsoniter -o "$target/peer" . 2>/dev/null; then
		iterator=1
	else
		"$go" -C "$here/go" build -o "$target/peer" .
	fi
	peer=$target/peer
fi
