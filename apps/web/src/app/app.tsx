import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { AppRoutes } from '#routes/app-routes.tsx'
import { Boot } from './boot.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { createQueryClient } from './query-client.ts'

/** The whole app: configuration first, then the page. */
export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Boot>
          <AppRoutes />
        </Boot>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
