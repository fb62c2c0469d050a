import type { PagePath } from '@bullring/wire/http/page-path'
import {
  type ComponentProps,
  type MouseEvent,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'
import { openUrl } from '#browser/window-history.ts'

/** Returns the path of the page without a trailing slash. */
export function currentPath(): string {
  return window.location.pathname.replace(/(?<=.)\/$/, '')
}

/**
 * Returns the current path, updated by links and the browser's buttons. Use it once. Updates are
 * transitions, so that the old page stays until the new one has loaded.
 */
export function usePathname(): string {
  const [path, setPath] = useState(currentPath)
  useEffect(() => {
    const follow = () => startTransition(() => setPath(currentPath()))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  return path
}

/**
 * Moves the focus to the heading after navigation, where screen readers start to read and the next Tab
 * starts. After a page load, the browser decides.
 */
export function useArrivalFocus(path: string): void {
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    const heading = document.querySelector('h1')
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [path])
}

type RouteLinkProps = ComponentProps<'a'> & { href: PagePath }

/** A link to another page of the app without a full page load. */
export function RouteLink({ href, children, ...rest }: RouteLinkProps) {
  const follow = (event: MouseEvent) => {
    // The browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openUrl(href)
    // `pushState` fires no event; with this one, `usePathname` has a single source of changes.
    window.dispatchEvent(new PopStateEvent('popstate'))
    window.scrollTo(0, 0)
  }
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
