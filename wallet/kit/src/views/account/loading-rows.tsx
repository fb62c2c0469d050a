import { useMessages } from '#react/kit-context.ts'
import { SkeletonRows } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { ACCOUNT_MESSAGES } from './account-messages.ts'

/** Placeholders of a tab while it loads. */
export function LoadingRows() {
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  return (
    <div role="status" aria-label={messages.loading}>
      <ScrollList>
        <SkeletonRows count={3} />
      </ScrollList>
    </div>
  )
}
