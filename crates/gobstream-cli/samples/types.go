package main

import "time"

type UserSession struct {
	Username []byte
	IsAdmin  bool
	Issued   time.Time
}
