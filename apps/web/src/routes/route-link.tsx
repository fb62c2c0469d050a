import type { PagePath } from '@bullring/wire/http/page-path'
import {
  type ComponentProps,
  type MouseEvent,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'

/** The page's path now, without a slash at its end. */
export function currentPath(): string {
  return window.location.pathname.replace(/(?<=.)\/$/, '')
}

/**
 * The same, kept up to date over links and the browser's own buttons. To be used once. As a transition,
 * so that the old page stays until the new one is loaded.
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
 * Moves the focus to the heading of a page that a visitor came to by a link: where a screen reader
 * begins to read, and where the next Tab starts. A page that was loaded is left to the browser.
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

/** A link to another page of this app that does not load everything again. */
export function RouteLink({ href, children, ...rest }: RouteLinkProps) {
  const follow = (event: MouseEvent) => {
    // Another tab or window is the browser's business.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    window.history.pushState(null, '', href)
    window.dispatchEvent(new PopStateEvent('popstate'))
    window.scrollTo(0, 0)
  }
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
