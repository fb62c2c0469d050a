import { SkeletonRows } from '#ui/row-list.tsx'
import { ScrollList } from '#ui/scroll-list.tsx'

/** Placeholder of a view whose code is still loading. */
export function ViewSkeleton() {
  return (
    <div aria-busy="true">
      <ScrollList>
        <SkeletonRows count={4} />
      </ScrollList>
    </div>
  )
}
