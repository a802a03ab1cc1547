//! The functions of formulas, by the kind of their arguments.

/// A function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Logic(Logic),
    Number(OfNumbers),
    Text(OfTexts),
    Day(OfDays),
}

macro_rules! functions {
    ($group:ident: $($variant:ident $name:literal $least:literal $most:literal;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $group {
            $($variant,)*
        }

        impl $group {
            #[cfg(test)]
            pub(super) const NAMES: &[&str] = &[$($name),*];

            fn find(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            const fn takes(self, count: usize) -> bool {
                match self {
                    $(Self::$variant => matches!(count, $least..=$most),)*
                }
            }
        }
    };
}

functions! { Logic:
    If "IF" 2 3;
    And "AND" 1 255;
    Or "OR" 1 255;
    Not "NOT" 1 1;
    IfError "IFERROR" 2 2;
    IsBlank "ISBLANK" 1 1;
    IsNumber "ISNUMBER" 1 1;
    Today "TODAY" 0 0;
}

functions! { OfNumbers:
    Abs "ABS" 1 1;
    Sign "SIGN" 1 1;
    Round "ROUND" 1 2;
    RoundUp "ROUNDUP" 1 2;
    RoundDown "ROUNDDOWN" 1 2;
    Int "INT" 1 1;
    Trunc "TRUNC" 1 2;
    Floor "FLOOR" 1 2;
    Ceiling "CEILING" 1 2;
    Mod "MOD" 2 2;
    Power "POWER" 2 2;
    Min "MIN" 1 255;
    Max "MAX" 1 255;
    Sum "SUM" 1 255;
    Average "AVERAGE" 1 255;
    Value "VALUE" 1 1;
}

functions! { OfTexts:
    Fixed "FIXED" 1 2;
    Text "TEXT" 2 2;
    Concatenate "CONCATENATE" 1 255;
    Concat "CONCAT" 1 255;
    Upper "UPPER" 1 1;
    Lower "LOWER" 1 1;
    Proper "PROPER" 1 1;
    Trim "TRIM" 1 1;
    Len "LEN" 1 1;
    Left "LEFT" 1 2;
    Right "RIGHT" 1 2;
    Mid "MID" 3 3;
    Find "FIND" 2 2;
    Search "SEARCH" 2 2;
    Substitute "SUBSTITUTE" 3 3;
    Replace "REPLACE" 4 4;
    Rept "REPT" 2 2;
    Exact "EXACT" 2 2;
}

functions! { OfDays:
    Date "DATE" 3 3;
    Year "YEAR" 1 1;
    Month "MONTH" 1 1;
    Day "DAY" 1 1;
    Days "DAYS" 2 2;
    EDate "EDATE" 2 2;
    EoMonth "EOMONTH" 2 2;
    Weekday "WEEKDAY" 1 1;
}

impl Function {
    /// The function with a name, in any letter case.
    pub(crate) fn find(name: &str) -> Option<Self> {
        let name = &*name.to_ascii_uppercase();
        Logic::find(name)
            .map(Self::Logic)
            .or_else(|| OfNumbers::find(name).map(Self::Number))
            .or_else(|| OfTexts::find(name).map(Self::Text))
            .or_else(|| OfDays::find(name).map(Self::Day))
    }

    /// Whether the function takes so many arguments.
    pub(crate) const fn takes(self, count: usize) -> bool {
        match self {
            Self::Logic(function) => function.takes(count),
            Self::Number(function) => function.takes(count),
            Self::Text(function) => function.takes(count),
            Self::Day(function) => function.takes(count),
        }
    }
}
