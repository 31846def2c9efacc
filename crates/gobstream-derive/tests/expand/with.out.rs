const _: () = {
    use ::gobstream::__private as __gob;
    pub struct __Key(::core::marker::PhantomData<fn()>);
    #[automatically_derived]
    impl __gob::Shaped for Config {
        type Key = __Key;
        const SHAPE: &'static __gob::Shape = &__gob::Shape::new::<
            __Key,
        >(
            "main",
            "Config",
            &[],
            __gob::Kind::Struct(
                &[
                    __gob::Field {
                        name: "Colour",
                        edge: __gob::Edge::to::<hex::Gob>(),
                        go: "",
                        embedded: false,
                    },
                ],
            ),
        );
    }
    #[automatically_derived]
    impl __gob::Encode for Config {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            let __held = hex::to_gob(&self.colour);
            if !__gob::Encode::omit(&__held) {
                __e.field(1);
                __e.temporary(&__held);
            }
            __e.end();
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            false
        }
    }
    #[automatically_derived]
    impl<'__de> __gob::Decode<'__de> for Config {
        const ZERO: ::core::primitive::bool = true
            && <hex::Gob as __gob::Decode<'__de>>::ZERO;
        const BOXED: ::core::primitive::u64 = 0
            + <hex::Gob as __gob::Decode<'__de>>::BOXED;
        fn zero() -> Self {
            Self {
                colour: hex::zero(),
                read: std::time::Instant::now(),
            }
        }
        fn merge(
            &mut self,
            __d: &mut __gob::Dec<'_, '__de>,
            __n: __gob::Node,
        ) -> __gob::Result<()> {
            if !<Self as __gob::Decode<'__de>>::ZERO || !__n.straight() {
                return __d
                    .fields_of(
                        <Self as __gob::Shaped>::SHAPE,
                        &[<hex::Gob as __gob::Decode<'__de>>::ZERO],
                        __n,
                        &mut |__d, __i, __n| match __i {
                            _ => {
                                __d.with(
                                    &mut self.colour,
                                    hex::to_gob,
                                    hex::from_gob,
                                    __n,
                                    "hex",
                                )
                            }
                        },
                    );
            }
            let mut __gap = __d.delta()?;
            if __gap == 1 {
                __d.with(
                    &mut self.colour,
                    hex::to_gob,
                    hex::from_gob,
                    __d.child(__n, 0u32),
                    "hex",
                )?;
                __gap = __d.delta()?;
            } else if __gap == 0 {
                return ::core::result::Result::Ok(());
            } else {
                __gap -= 1;
            }
            __d.ended(__gap)
        }
    }
};
const _: () = {
    use ::gobstream::__private as __gob;
    pub struct __Key(::core::marker::PhantomData<fn()>);
    #[automatically_derived]
    impl __gob::Shaped for Hex {
        type Key = __Key;
        const SHAPE: &'static __gob::Shape = &__gob::Shape::new::<
            __Key,
        >("main", "Hex", &[], <crate::hex::Gob as __gob::Shaped>::SHAPE.kind());
        const SLICE: &'static __gob::Shape = &__gob::Shape::slice_like::<
            Self,
            crate::hex::Gob,
        >();
    }
    #[automatically_derived]
    impl __gob::Encode for Hex {
        #[inline]
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            let __held = crate::hex::to_gob(&self.0);
            __e.temporary(&__held);
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            let __held = crate::hex::to_gob(&self.0);
            __gob::Encode::omit(&__held)
        }
        #[inline]
        fn omit_behind(&self) -> ::core::primitive::bool {
            let __held = crate::hex::to_gob(&self.0);
            __gob::Encode::omit_behind(&__held)
        }
        #[inline]
        fn as_byte(&self) -> ::core::primitive::u8 {
            let __held = crate::hex::to_gob(&self.0);
            __gob::Encode::as_byte(&__held)
        }
    }
    #[automatically_derived]
    impl<'__de> __gob::Decode<'__de> for Hex {
        const ZERO: ::core::primitive::bool = <crate::hex::Gob as __gob::Decode<
            '__de,
        >>::ZERO;
        const BOXED: ::core::primitive::u64 = <crate::hex::Gob as __gob::Decode<
            '__de,
        >>::BOXED;
        fn zero() -> Self {
            Self { 0: crate::hex::zero() }
        }
        #[inline]
        fn merge(
            &mut self,
            __d: &mut __gob::Dec<'_, '__de>,
            __n: __gob::Node,
        ) -> __gob::Result<()> {
            __d.with(
                &mut self.0,
                crate::hex::to_gob,
                crate::hex::from_gob,
                __n,
                "crate::hex",
            )
        }
        fn of_byte(__byte: ::core::primitive::u8) -> ::core::option::Option<Self> {
            ::core::option::Option::Some(Self {
                0: crate::hex::from_gob(__gob::Decode::of_byte(__byte)?)?,
            })
        }
    }
};
const _: () = {
    use ::gobstream::__private as __gob;
    pub struct __Key(::core::marker::PhantomData<fn()>);
    #[automatically_derived]
    impl __gob::Shaped for Tags {
        type Key = __Key;
        const SHAPE: &'static __gob::Shape = &__gob::Shape::new::<
            __Key,
        >(
            "main",
            "Tags",
            &[],
            __gob::Kind::Struct(
                &[
                    __gob::Field {
                        name: "Seen",
                        edge: __gob::Edge::to::<__gob::BoolSet<BTreeSet<String>>>(),
                        go: "",
                        embedded: false,
                    },
                    __gob::Field {
                        name: "Count",
                        edge: __gob::Edge::to::<i32>(),
                        go: "",
                        embedded: false,
                    },
                ],
            ),
        );
    }
    #[automatically_derived]
    impl __gob::Encode for Tags {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            let mut __delta = 1;
            let __held = __gob::BoolSet(&self.seen);
            if __gob::Encode::omit(&__held) {
                __delta += 1;
            } else {
                __e.field(__delta);
                __e.temporary(&__held);
                __delta = 1;
            }
            if !__gob::Encode::omit(&self.count) {
                __e.field(__delta);
                __gob::Encode::encode(&self.count, __e);
            }
            __e.end();
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            false
        }
    }
    #[automatically_derived]
    impl<'__de> __gob::Decode<'__de> for Tags {
        const ZERO: ::core::primitive::bool = true
            && <__gob::BoolSet<BTreeSet<String>> as __gob::Decode<'__de>>::ZERO
            && <i32 as __gob::Decode<'__de>>::ZERO;
        const BOXED: ::core::primitive::u64 = 0
            + <__gob::BoolSet<BTreeSet<String>> as __gob::Decode<'__de>>::BOXED
            + <i32 as __gob::Decode<'__de>>::BOXED;
        fn zero() -> Self {
            Self {
                seen: <__gob::BoolSet<BTreeSet<String>> as __gob::Decode<'__de>>::zero()
                    .0,
                count: __gob::Decode::zero(),
            }
        }
        fn merge(
            &mut self,
            __d: &mut __gob::Dec<'_, '__de>,
            __n: __gob::Node,
        ) -> __gob::Result<()> {
            if !<Self as __gob::Decode<'__de>>::ZERO || !__n.straight() {
                return __d
                    .fields_of(
                        <Self as __gob::Shaped>::SHAPE,
                        &[
                            <__gob::BoolSet<
                                BTreeSet<String>,
                            > as __gob::Decode<'__de>>::ZERO,
                            <i32 as __gob::Decode<'__de>>::ZERO,
                        ],
                        __n,
                        &mut |__d, __i, __n| match __i {
                            0u32 => __gob::BoolSet::merge_into(&mut self.seen, __d, __n),
                            _ => __gob::Decode::merge(&mut self.count, __d, __n),
                        },
                    );
            }
            let mut __gap = __d.delta()?;
            if __gap == 1 {
                __gob::BoolSet::merge_into(&mut self.seen, __d, __d.child(__n, 0u32))?;
                __gap = __d.delta()?;
            } else if __gap == 0 {
                return ::core::result::Result::Ok(());
            } else {
                __gap -= 1;
            }
            if __gap == 1 {
                __gob::Decode::merge(&mut self.count, __d, __d.child(__n, 1u32))?;
                __gap = __d.delta()?;
            } else if __gap == 0 {
                return ::core::result::Result::Ok(());
            } else {
                __gap -= 1;
            }
            __d.ended(__gap)
        }
    }
};
const _: () = {
    use ::gobstream::__private as __gob;
    pub struct __Key(::core::marker::PhantomData<fn()>);
    #[automatically_derived]
    impl<'a> __gob::Shaped for Reply<'a> {
        type Key = __Key;
        const SHAPE: &'static __gob::Shape = &__gob::Shape::new::<
            __Key,
        >(
            "main",
            "Reply",
            &[],
            __gob::Kind::Struct(
                &[
                    __gob::Field {
                        name: "Items",
                        edge: __gob::Edge::to::<&'a [String]>(),
                        go: "",
                        embedded: false,
                    },
                ],
            ),
        );
    }
    #[automatically_derived]
    impl<'a> __gob::Encode for Reply<'a> {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            if !__gob::Encode::omit(&self.items) {
                __e.field(1);
                __gob::Encode::encode(&self.items, __e);
            }
            __e.end();
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            false
        }
    }
};
