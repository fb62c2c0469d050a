import { useEffect } from 'react'

/** Sets the document's description, which browsers and search engines show beside the title. */
export function usePageDescription(description: string): void {
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  }, [description])
}
