import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { useDialogChunk } from './home-chunks.ts'

afterEach(cleanup)

test('a dialog whose code is slow to arrive says that it is loading, until it opens', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const slow = {
    ...queryOptions({ queryKey: ['chunk', 'slow'], queryFn: () => promise }),
  } as unknown as Parameters<typeof useDialogChunk<string>>[0]
  const toasts = createToastStore()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ToastContext value={toasts}>
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </ToastContext>
  )
  const { result } = renderHook(() => useDialogChunk(slow, () => undefined), { wrapper })
  const texts = () => toasts.getSnapshot().toasts.map(({ text }) => text)
  expect(texts()).toEqual([])
  await waitFor(() => expect(texts()).toEqual(['Loading...']))
  resolve('code')
  await waitFor(() => expect(result.current).toBe('code'))
  expect(texts()).toEqual([])
})
