const _: () = {
    use ::gobstream::__private as __gob;
    pub struct __Key(::core::marker::PhantomData<fn()>);
    #[automatically_derived]
    impl __gob::Shaped for Point {
        type Key = __Key;
        const SHAPE: &'static __gob::Shape = &__gob::Shape::new::<
            __Key,
        >(
            "example.com/geo",
            "Point",
            &[],
            __gob::Kind::Struct(
                &[
                    __gob::Field {
                        name: "X",
                        edge: __gob::Edge::to::<isize>(),
                        go: "",
                        embedded: false,
                    },
                    __gob::Field {
                        name: "Y",
                        edge: __gob::Edge::to::<isize>(),
                        go: "",
                        embedded: false,
                    },
                ],
            ),
        );
    }
    #[automatically_derived]
    impl __gob::Encode for Point {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            let mut __delta = 1;
            if __gob::Encode::omit(&self.x) {
                __delta += 1;
            } else {
                __e.field(__delta);
                __gob::Encode::encode(&self.x, __e);
                __delta = 1;
            }
            if !__gob::Encode::omit(&self.y) {
                __e.field(__delta);
                __gob::Encode::encode(&self.y, __e);
            }
            __e.end();
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            false
        }
    }
    #[automatically_derived]
    impl<'__de> __gob::Decode<'__de> for Point {
        const ZERO: ::core::primitive::bool = true
            && <isize as __gob::Decode<'__de>>::ZERO
            && <isize as __gob::Decode<'__de>>::ZERO;
        const BOXED: ::core::primitive::u64 = 0 + <isize as __gob::Decode<'__de>>::BOXED
            + <isize as __gob::Decode<'__de>>::BOXED;
        fn zero() -> Self {
            Self {
                x: __gob::Decode::zero(),
                y: __gob::Decode::zero(),
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
                            <isize as __gob::Decode<'__de>>::ZERO,
                            <isize as __gob::Decode<'__de>>::ZERO,
                        ],
                        __n,
                        &mut |__d, __i, __n| match __i {
                            0u32 => __gob::Decode::merge(&mut self.x, __d, __n),
                            _ => __gob::Decode::merge(&mut self.y, __d, __n),
                        },
                    );
            }
            let mut __gap = __d.delta()?;
            if __gap == 1 {
                __gob::Decode::merge(&mut self.x, __d, __d.child(__n, 0u32))?;
                __gap = __d.delta()?;
            } else if __gap == 0 {
                return ::core::result::Result::Ok(());
            } else {
                __gap -= 1;
            }
            if __gap == 1 {
                __gob::Decode::merge(&mut self.y, __d, __d.child(__n, 1u32))?;
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
    pub struct __Key<A, B, const N: usize>(::core::marker::PhantomData<fn(A, B)>);
    #[automatically_derived]
    impl<'a, A: __gob::Shaped, B: Clone + __gob::Shaped, const N: usize> __gob::Shaped
    for Pair<'a, A, B, N> {
        type Key = __Key<<A as __gob::Shaped>::Key, <B as __gob::Shaped>::Key, N>;
        const SHAPE: &'static __gob::Shape = &__gob::Shape::new::<
            __Key<<A as __gob::Shaped>::Key, <B as __gob::Shaped>::Key, N>,
        >(
            "main",
            "Pair",
            &[__gob::Edge::to::<A>(), __gob::Edge::to::<B>()],
            __gob::Kind::Struct(
                &[
                    __gob::Field {
                        name: "First",
                        edge: __gob::Edge::to::<A>(),
                        go: "",
                        embedded: false,
                    },
                    __gob::Field {
                        name: "Second",
                        edge: __gob::Edge::to::<&'a [B; N]>(),
                        go: "",
                        embedded: false,
                    },
                ],
            ),
        );
    }
    #[automatically_derived]
    impl<'a, A: __gob::Encode, B: Clone + __gob::Encode, const N: usize> __gob::Encode
    for Pair<'a, A, B, N> {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            let mut __delta = 1;
            if __gob::Encode::omit(&self.first) {
                __delta += 1;
            } else {
                __e.field(__delta);
                __gob::Encode::encode(&self.first, __e);
                __delta = 1;
            }
            if !__gob::Encode::omit(&self.second) {
                __e.field(__delta);
                __gob::Encode::encode(&self.second, __e);
            }
            __e.end();
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            false
        }
    }
    #[automatically_derived]
    impl<
        '__de: 'a,
        'a,
        A: __gob::Decode<'__de>,
        B: Clone + __gob::Decode<'__de>,
        const N: usize,
    > __gob::Decode<'__de> for Pair<'a, A, B, N> {
        const ZERO: ::core::primitive::bool = true && <A as __gob::Decode<'__de>>::ZERO
            && <&'a [B; N] as __gob::Decode<'__de>>::ZERO;
        const BOXED: ::core::primitive::u64 = 0 + <A as __gob::Decode<'__de>>::BOXED
            + <&'a [B; N] as __gob::Decode<'__de>>::BOXED;
        fn zero() -> Self {
            Self {
                first: __gob::Decode::zero(),
                second: __gob::Decode::zero(),
                cache: ::core::default::Default::default(),
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
                            <A as __gob::Decode<'__de>>::ZERO,
                            <&'a [B; N] as __gob::Decode<'__de>>::ZERO,
                        ],
                        __n,
                        &mut |__d, __i, __n| match __i {
                            0u32 => __gob::Decode::merge(&mut self.first, __d, __n),
                            _ => __gob::Decode::merge(&mut self.second, __d, __n),
                        },
                    );
            }
            let mut __gap = __d.delta()?;
            if __gap == 1 {
                __gob::Decode::merge(&mut self.first, __d, __d.child(__n, 0u32))?;
                __gap = __d.delta()?;
            } else if __gap == 0 {
                return ::core::result::Result::Ok(());
            } else {
                __gap -= 1;
            }
            if __gap == 1 {
                __gob::Decode::merge(&mut self.second, __d, __d.child(__n, 1u32))?;
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
    impl __gob::Shaped for Weekday {
        type Key = __Key;
        const SHAPE: &'static __gob::Shape = &__gob::Shape::new::<
            __Key,
        >("main", "Weekday", &[], <isize as __gob::Shaped>::SHAPE.kind());
        const SLICE: &'static __gob::Shape = &__gob::Shape::slice_like::<Self, isize>();
    }
    #[automatically_derived]
    impl __gob::Encode for Weekday {
        #[inline]
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            __gob::Encode::encode(&self.0, __e);
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            __gob::Encode::omit(&self.0)
        }
        #[inline]
        fn omit_behind(&self) -> ::core::primitive::bool {
            __gob::Encode::omit_behind(&self.0)
        }
        #[inline]
        fn as_byte(&self) -> ::core::primitive::u8 {
            __gob::Encode::as_byte(&self.0)
        }
    }
    #[automatically_derived]
    impl<'__de> __gob::Decode<'__de> for Weekday {
        const ZERO: ::core::primitive::bool = <isize as __gob::Decode<'__de>>::ZERO;
        const BOXED: ::core::primitive::u64 = <isize as __gob::Decode<'__de>>::BOXED;
        fn zero() -> Self {
            Self { 0: __gob::Decode::zero() }
        }
        #[inline]
        fn merge(
            &mut self,
            __d: &mut __gob::Dec<'_, '__de>,
            __n: __gob::Node,
        ) -> __gob::Result<()> {
            __gob::Decode::merge(&mut self.0, __d, __n)
        }
        fn of_byte(__byte: ::core::primitive::u8) -> ::core::option::Option<Self> {
            ::core::option::Option::Some(Self {
                0: __gob::Decode::of_byte(__byte)?,
            })
        }
    }
};
const _: () = {
    use ::gobstream::__private as __gob;
    #[automatically_derived]
    impl<T: __gob::Shaped> __gob::Shaped for Wrapper<T> {
        type Key = <T as __gob::Shaped>::Key;
        const SHAPE: &'static __gob::Shape = <T as __gob::Shaped>::SHAPE;
        const SLICE: &'static __gob::Shape = <T as __gob::Shaped>::SLICE;
    }
    #[automatically_derived]
    impl<T: __gob::Encode> __gob::Encode for Wrapper<T> {
        #[inline]
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            __gob::Encode::encode(&self.0, __e);
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            __gob::Encode::omit(&self.0)
        }
        #[inline]
        fn omit_behind(&self) -> ::core::primitive::bool {
            __gob::Encode::omit_behind(&self.0)
        }
        #[inline]
        fn as_byte(&self) -> ::core::primitive::u8 {
            __gob::Encode::as_byte(&self.0)
        }
    }
    #[automatically_derived]
    impl<'__de, T: __gob::Decode<'__de>> __gob::Decode<'__de> for Wrapper<T> {
        const ZERO: ::core::primitive::bool = <T as __gob::Decode<'__de>>::ZERO;
        const BOXED: ::core::primitive::u64 = <T as __gob::Decode<'__de>>::BOXED;
        fn zero() -> Self {
            Self { 0: __gob::Decode::zero() }
        }
        #[inline]
        fn merge(
            &mut self,
            __d: &mut __gob::Dec<'_, '__de>,
            __n: __gob::Node,
        ) -> __gob::Result<()> {
            __gob::Decode::merge(&mut self.0, __d, __n)
        }
        fn of_byte(__byte: ::core::primitive::u8) -> ::core::option::Option<Self> {
            ::core::option::Option::Some(Self {
                0: __gob::Decode::of_byte(__byte)?,
            })
        }
    }
};
const _: () = {
    use ::gobstream::__private as __gob;
    pub struct __Key(::core::marker::PhantomData<fn()>);
    #[automatically_derived]
    impl __gob::Shaped for Unit {
        type Key = __Key;
        const SHAPE: &'static __gob::Shape = &__gob::Shape::new::<
            __Key,
        >("main", "Unit", &[], __gob::Kind::Struct(&[]));
    }
    #[automatically_derived]
    impl __gob::Encode for Unit {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            __e.end();
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            false
        }
    }
    #[automatically_derived]
    impl<'__de> __gob::Decode<'__de> for Unit {
        const ZERO: ::core::primitive::bool = true;
        const BOXED: ::core::primitive::u64 = 0;
        fn zero() -> Self {
            Self {}
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
                        &[],
                        __n,
                        &mut |__d, __i, __n| {
                            let _ = (__d, __i, __n);
                            ::core::result::Result::Ok(())
                        },
                    );
            }
            let __gap = __d.delta()?;
            __d.ended(__gap)
        }
    }
};
const _: () = {
    use ::gobstream::__private as __gob;
    pub struct __Key(::core::marker::PhantomData<fn()>);
    #[automatically_derived]
    impl __gob::Shaped for Shape {
        type Key = __Key;
        const SHAPE: &'static __gob::Shape = &__gob::Shape::new::<
            __Key,
        >(
            "main",
            "Shape",
            &[],
            __gob::Kind::Interface(
                &[
                    __gob::Variant {
                        name: "main.Circle",
                        aliases: &["shapes.Circle"],
                        edge: __gob::Edge::to::<Circle>(),
                    },
                ],
            ),
        );
    }
    #[automatically_derived]
    impl __gob::Encode for Shape {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            match self {
                Self::Nil => __e.nil(),
                Self::Circle(__value) => __e.interface("main.Circle", __value),
                Self::Other(__value) => __gob::other(__value, __e),
            }
        }
        fn omit(&self) -> ::core::primitive::bool {
            match self {
                Self::Nil => true,
                Self::Circle(_) => false,
                Self::Other(__value) => __gob::Encode::omit(__value),
            }
        }
    }
    #[automatically_derived]
    impl<'__de> __gob::Decode<'__de> for Shape {
        fn zero() -> Self {
            Self::Nil
        }
        fn merge(
            &mut self,
            __d: &mut __gob::Dec<'_, '__de>,
            _: __gob::Node,
        ) -> __gob::Result<()> {
            let ::core::option::Option::Some(__found) = __d.interface()? else {
                *self = <Self as __gob::Decode<'__de>>::zero();
                return ::core::result::Result::Ok(());
            };
            match (__d.variant(&__found, <Self as __gob::Shaped>::SHAPE), &mut *self) {
                (::core::option::Option::Some(0usize), Self::Circle(__old)) => {
                    __d.inside_again(&__found, __old)?
                }
                (::core::option::Option::Some(0usize), _) => {
                    *self = Self::Circle(__d.inside(&__found)?);
                }
                _ => *self = Self::Other(__d.other(&__found)?),
            }
            ::core::result::Result::Ok(())
        }
    }
};
const _: () = {
    use ::gobstream::__private as __gob;
    pub struct __Key(::core::marker::PhantomData<fn()>);
    #[automatically_derived]
    impl __gob::Shaped for Id {
        type Key = __Key;
        const SHAPE: &'static __gob::Shape = &__gob::Shape::new::<
            __Key,
        >(
            "example.com/id",
            "Id",
            &[],
            __gob::Kind::Opaque(__gob::Marshaler::Binary, &[]),
        );
    }
    #[automatically_derived]
    impl __gob::Encode for Id {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            __e.opaque(|__out| __gob::Marshal::to_gob(self, __out));
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            __gob::Marshal::is_zero(self)
        }
        #[inline]
        fn omit_behind(&self) -> ::core::primitive::bool {
            false
        }
    }
    #[automatically_derived]
    impl<'__de> __gob::Decode<'__de> for Id {
        fn zero() -> Self {
            __gob::Marshal::zero()
        }
        fn merge(
            &mut self,
            __d: &mut __gob::Dec<'_, '__de>,
            _: __gob::Node,
        ) -> __gob::Result<()> {
            __d.opaque(self, "Id")
        }
    }
};
