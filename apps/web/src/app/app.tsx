import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { HomePage } from '#routes/home/home-page.tsx'
import { Boot } from './boot.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { createQueryClient } from './query-client.ts'

/** The whole app: configuration first, then the one screen. */
export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Boot>
          <HomePage />
        </Boot>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
