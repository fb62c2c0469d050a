import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'

/** The page's path, kept up to date over links and the browser's own buttons. */
export function usePathname(): string {
  return useSyncExternalStore(onNavigate, () => window.location.pathname)
}

function onNavigate(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange)
  return () => window.removeEventListener('popstate', onChange)
}

type RouteLinkProps = ComponentProps<'a'> & { href: '/' | '/direct-bet' }

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
