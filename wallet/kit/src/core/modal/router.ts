import { createStore, type Store } from '#core/store.ts'
import type { Route, RouteArguments, View } from './views.ts'

/** Direction of a view change: `prev` when the history got shorter, else `next`. */
export type Direction = 'next' | 'prev'

export type RouterState = {
  /** Never empty. The last entry is on screen. */
  history: readonly Route[]
  direction: Direction
}

/** The view on screen and the history that led to it. */
export type Router = Store<RouterState> & {
  current: () => Route
  /** Shows a view above the current one. Ignored when it is the current one. */
  push: <view extends View>(...route: RouteArguments<view>) => void
  /** Shows a view in place of the current one. Ignored when it is the current one. */
  replace: <view extends View>(...route: RouteArguments<view>) => void
  /** Clears the history and shows a view. */
  reset: <view extends View>(...route: RouteArguments<view>) => void
  /** Shows the previous view. Returns false when there is none. */
  goBack: () => boolean
}

export function createRouter(): Router {
  const store = createStore<RouterState>({
    history: [{ view: 'Connect', data: undefined }],
    direction: 'next',
  })
  const move = (history: readonly Route[]) => {
    const isShorter = history.length < store.getState().history.length
    store.setState({ history, direction: isShorter ? 'prev' : 'next' })
  }
  const current = () => currentRoute(store.getState())
  return {
    ...store,
    current,
    push: (...route) => {
      if (current().view !== route[0]) move([...store.getState().history, toRoute(route)])
    },
    replace: (...route) => {
      if (current().view === route[0]) return
      move([...store.getState().history.slice(0, -1), toRoute(route)])
    },
    reset: (...route) => move([toRoute(route)]),
    goBack: () => {
      const { history } = store.getState()
      if (history.length === 1) return false
      move(history.slice(0, -1))
      return true
    },
  }
}

/** Returns the route on screen. */
export function currentRoute({ history }: RouterState): Route {
  const route = history.at(-1)
  // The history starts with one entry and no operation empties it.
  if (route === undefined) throw new Error('The history of the modal is empty')
  return route
}

function toRoute([view, data]: RouteArguments<View>): Route {
  // Sound: RouteArguments pairs each view with its own data.
  return { view, data } as Route
}
