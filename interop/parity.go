package main

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"reflect"
	"time"
)

// How long Go may think about one stream.
const patience = 2 * time.Second

// parity is the other half of the parity test: it has the Decoder read spoiled streams of one vector into the types of its values, and says how far it came.
// Streams and answers are framed by their length; crates/gobstream/tests/parity.rs is the asker, and starts another process where this one dies.
//
// An answer is the number of values that were read, what an Encoder writes of them, and the error; none at a clean end.
func parity(name string) {
	s := find(name).run()
	serve(func(request []byte) []byte {
		watch := time.AfterFunc(patience, func() { os.Exit(3) })
		defer watch.Stop()
		return s.readSpoiled(request)
	})
}

// readSpoiled reads until the first error. The values behind those of the vector are read as its last.
func (s *stream) readSpoiled(spoiled []byte) []byte {
	var again resent
	dec := gob.NewDecoder(bytes.NewReader(spoiled))
	for good := uint32(0); ; good++ {
		err := again.readNext(dec, s.sent[min(int(good), len(s.sent)-1)].typ)
		if err == nil {
			continue
		}
		reply := binary.LittleEndian.AppendUint32(nil, good)
		reply = putText(reply, again.bytes.Bytes())
		if err == io.EOF {
			return reply
		}
		return append(reply, err.Error()...)
	}
}

// resent is what an Encoder writes of what was read, up to what it cannot send, as a nil interface.
type resent struct {
	bytes bytes.Buffer
	enc   *gob.Encoder
	stuck bool
}

// readNext reads one value. A panic is Go's, and an error here.
func (r *resent) readNext(dec *gob.Decoder, t reflect.Type) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	if t == nil {
		return dec.DecodeValue(reflect.Value{})
	}
	v := reflect.New(strip(t))
	if err := dec.DecodeValue(v); err != nil {
		return err
	}
	r.send(v)
	return nil
}

func (r *resent) send(v reflect.Value) {
	if r.enc == nil {
		r.enc = gob.NewEncoder(&r.bytes)
	}
	whole := r.bytes.Len()
	defer func() {
		if r.stuck = r.stuck || recover() != nil; r.stuck {
			r.bytes.Truncate(whole)
		}
	}()
	if !r.stuck {
		r.stuck = r.enc.EncodeValue(v) != nil
	}
}
