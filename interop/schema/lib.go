// Package lib decodes values of given types.
package lib

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// Many decodes n values of one type, and adds them to all.
func Many[T any](d *gob.Decoder, n int, all *[]any) error {
	for i := range n {
		var v T
		if err := d.Decode(&v); err != nil {
			return fmt.Errorf("value %d of these into %T: %w", i+1, v, err)
		}
		*all = append(*all, v)
	}
	return nil
}

// End wants no more values.
func End(d *gob.Decoder) error {
	if err := d.DecodeValue(reflect.Value{}); err != io.EOF {
		return errors.Join(errors.New("values are left"), err)
	}
	return nil
}
