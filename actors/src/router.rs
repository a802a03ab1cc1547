//! Turns a name and JSON arguments into a typed call on its lane. The lane is the permission: a
//! query reads, a mutation decides, a control acts on files and sessions.

use std::cell::RefCell;
use std::fmt::Display;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::answers::Answer;
use crate::app::App;
use crate::contract::calls::for_each_call;
use crate::contract::{Call, CallError, ErrorCode, JsonText};
use crate::database_actor::owner::{DecideFn, DecidedFrom};
use crate::db::query::ResponseMemory;
use crate::limits;
use crate::open_budget::{Cost, OpenBudget, ReadRequest};
use crate::session::Session;
use crate::tasks::unbroken;
use crate::world::{Plan, UndoOptions, World};

/// A call that reads the open budget.
pub(crate) trait Query: Call {
    /// Whether it reads cells, and so waits until they show the last commit.
    const NEEDS_SHEET: bool = false;

    /// Its cost to concurrent reads.
    fn cost(&self) -> Cost {
        Cost::Quick
    }

    /// Runs the query.
    fn run(self, world: &World<'_>) -> Result<Self::Reply, CallError>;

    /// Writes the reply as JSON text.
    fn text(reply: Self::Reply) -> Result<JsonText, CallError> {
        to_text(&reply)
    }
}

/// A call that changes the open budget.
pub(crate) trait Mutation: Call {
    /// Whether it reads cells. Then it decides before the database thread, and again if another
    /// commit came between.
    const READS_CELLS: bool = false;

    /// Decides the changes; writes nothing itself.
    fn decide(self, world: &World<'_>) -> Result<Plan<Self::Reply>, CallError>;
}

/// A call about files, sessions, or opening and closing budgets.
pub(crate) trait Control: Call {
    /// Runs the call.
    fn run(
        self,
        app: &App,
        session: &Arc<Session>,
    ) -> impl Future<Output = Result<Self::Reply, CallError>>;
}

/// A control that writes its own response, because a reply would need its memory twice.
pub(crate) trait RawControl: Call {
    /// Runs the call and returns the text to send.
    fn answer(
        self,
        app: &App,
        session: &Arc<Session>,
    ) -> impl Future<Output = Result<Answer, CallError>>;
}

impl<C: Control> RawControl for C {
    async fn answer(self, app: &App, session: &Arc<Session>) -> Result<Answer, CallError> {
        let reply = self.run(app, session).await?;
        Ok(app.answers.count(to_text(&reply)?))
    }
}

/// A call's arguments and caller.
struct Request<'a> {
    app: &'a App,
    session: &'a Arc<Session>,
    args: Value,
    undo: UndoOptions,
}

impl App {
    /// Runs a named call for a session.
    ///
    /// # Errors
    /// Any error of the call.
    pub async fn call(
        &self,
        session: &Arc<Session>,
        name: &str,
        args: Value,
        undo: UndoOptions,
    ) -> Result<Value, CallError> {
        let answer = self.call_text(session, name, args, undo).await?;
        serde_json::from_str(answer.text()).map_err(|error| CallError::internal(&error))
    }

    /// As [`Self::call`], with the result as JSON text. It counts as waiting to be read until its
    /// share is dropped.
    ///
    /// # Errors
    /// Any error of the call.
    pub async fn call_text(
        &self,
        session: &Arc<Session>,
        name: &str,
        args: Value,
        undo: UndoOptions,
    ) -> Result<Answer, CallError> {
        let _permit = self.in_flight.try_acquire().map_err(|_| CallError::of(ErrorCode::Busy))?;
        let request = Request { app: self, session, args, undo };
        let Some(answer) = route(name, request) else {
            return Err(CallError::new(
                ErrorCode::UnknownCall,
                format!("There is no call {name}."),
            ));
        };
        let answer = answer.await;
        match &answer {
            Ok(_) => tracing::debug!(call = name, session = %session.id(), "answered"),
            Err(error) => {
                let code = error.code.wire();
                tracing::debug!(call = name, session = %session.id(), code, "refused");
            }
        }
        answer
    }
}

/// A running call.
type UnderWay<'a> = Pin<Box<dyn Future<Output = Result<Answer, CallError>> + 'a>>;

macro_rules! dispatch {
    ($($name:literal $(/ $alias:literal)* $(($bare:ident))? $lane:ident
        $domain:ident :: $request:ident -> $reply:ty
        | [$($error:ident),* $(,)?] $($repeatable:ident)?;)*) => {
        /// Routes a call to its handler by name.
        #[deny(unreachable_patterns)]
        fn route<'a>(name: &str, request: Request<'a>) -> Option<UnderWay<'a>> {
            use crate::contract::*;
            Some(match name {
                $($name $(| $alias)* => lane!($lane, $domain::$request)(request),)*
                _ => return None,
            })
        }
    };
}

macro_rules! lane {
    (Query, $call:ty) => {
        query::<$call>
    };
    (Mutation, $call:ty) => {
        mutation::<$call>
    };
    (Control, $call:ty) => {
        control::<$call>
    };
}

for_each_call!(dispatch);

#[cfg(feature = "testing")]
macro_rules! decisions {
    ($($name:literal $(/ $alias:literal)* $(($bare:ident))? $lane:ident
        $domain:ident :: $request:ident -> $reply:ty
        | [$($error:ident),* $(,)?] $($repeatable:ident)?;)*) => {
        /// Lets the named mutation decide.
        pub(crate) fn decide(
            name: &str,
            args: Value,
            world: &World<'_>,
        ) -> Result<Plan<Value>, CallError> {
            use crate::contract::*;
            match name {
                $($name $(| $alias)* => decision!($lane, $domain::$request, args, world),)*
                _ => Err(CallError::of(ErrorCode::UnknownCall)),
            }
        }
    };
}

#[cfg(feature = "testing")]
macro_rules! decision {
    (Mutation, $call:ty, $args:ident, $world:ident) => {
        arguments::<$call>($args)?.decide($world)?.try_map(|reply| to_json(&reply))
    };
    ($lane:ident, $call:ty, $args:ident, $world:ident) => {{
        let _ = $args;
        Err(CallError::of(ErrorCode::UnknownCall))
    }};
}

#[cfg(feature = "testing")]
for_each_call!(decisions);

fn query<C: Query>(request: Request<'_>) -> UnderWay<'_> {
    Box::pin(async move {
        let Request { app, session, args, .. } = request;
        // A session without events opens its budget with each call, also if a tab has closed it.
        let again = session.opens_on_demand().then(|| args.clone());
        let call: C = arguments(args)?;
        let budget = app.budget_of(session).await?;
        let answer = read(call, app, session, &budget).await;
        let was_closed = !budget.has_failed()
            && answer.as_ref().is_err_and(|error| error.code == ErrorCode::NoBudgetOpen);
        match again.filter(|_| was_closed) {
            Some(args) => {
                let budget = app.budget_of(session).await?;
                read(arguments::<C>(args)?, app, session, &budget).await
            }
            None => answer,
        }
    })
}

async fn read<C: Query>(
    call: C,
    app: &App,
    session: &Arc<Session>,
    budget: &Arc<OpenBudget>,
) -> Result<Answer, CallError> {
    let (cost, share) = (call.cost(), app.answers.begin()?);
    let run = move |world: &World<'_>| {
        let share = RefCell::new(share);
        let memory = ResponseMemory::sharing(limits::ANSWER_BYTES, &share);
        let text = call.run(&world.within(&memory)).and_then(C::text)?;
        Ok(Answer::within(text, share.into_inner())?)
    };
    let reading = ReadRequest { cost, session: Some(session) };
    if C::NEEDS_SHEET {
        budget.read_computed(reading, run).await
    } else {
        budget.read(reading, run).await
    }
}

fn mutation<C: Mutation>(request: Request<'_>) -> UnderWay<'_> {
    Box::pin(async move {
        let Request { app, session, args, undo } = request;
        let again = C::READS_CELLS.then(|| args.clone());
        let decide = decision_of::<C>(args)?;
        let budget = app.budget_of(session).await?;
        let origin = session.origin();
        let reply = match again {
            Some(args) => {
                let decide = || decision_of::<C>(args.clone());
                let from = DecidedFrom::Everything;
                budget.change_beside(from, decide, undo, origin).await?
            }
            None => budget.change(decide, undo, origin).await?,
        };
        Ok(app.answers.count(reply))
    })
}

/// The decision of a mutation with these arguments.
fn decision_of<C: Mutation>(args: Value) -> Result<DecideFn, CallError> {
    let call: C = arguments(args)?;
    Ok(Box::new(move |world| call.decide(world)?.try_map(|reply| to_text(&reply))))
}

fn control<C: RawControl>(request: Request<'_>) -> UnderWay<'_> {
    Box::pin(async move {
        let call: C = arguments(request.args)?;
        let (app, session) = (request.app.clone(), Arc::clone(request.session));
        unbroken(async move { call.answer(&app, &session).await }).await
    })
}

const NOT_AN_OBJECT: &str = "arguments are an object of names and values.";

/// Missing arguments count as an empty object, so that calls without fields need none.
fn arguments<C: Call>(args: Value) -> Result<C, CallError> {
    let refused = |reason: &dyn Display| {
        Err(CallError::new(ErrorCode::BadArguments, format!("{}: {reason}", C::NAME)))
    };
    let is_object = args.is_object() || args.is_null();
    let args = match (args, C::BARE) {
        (Value::Null, _) => Value::Object(Map::new()),
        (bare @ (Value::Array(_) | Value::String(_)), [field]) => {
            Value::Object(Map::from_iter([((*field).to_owned(), bare)]))
        }
        // Serde would otherwise assign its elements to the fields in declaration order.
        (Value::Array(_), _) => return refused(&NOT_AN_OBJECT),
        (args, _) => args,
    };
    serde_json::from_value(args)
        .or_else(|error| if is_object { refused(&error) } else { refused(&NOT_AN_OBJECT) })
}

pub(crate) fn to_text<R: serde::Serialize>(reply: &R) -> Result<JsonText, CallError> {
    JsonText::of(reply).map_err(|error| CallError::internal(&error))
}

#[cfg(feature = "testing")]
fn to_json<R: serde::Serialize>(reply: &R) -> Result<Value, CallError> {
    serde_json::to_value(reply).map_err(|error| CallError::internal(&error))
}
