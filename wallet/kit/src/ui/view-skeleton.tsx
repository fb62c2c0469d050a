import { SkeletonRows } from './list/row-list.tsx'
import { ScrollList } from './list/scroll-list.tsx'

/**
 * Placeholder of a view whose code is still loading.
 *
 * @param props.rows - As many as the view will show, so that the card does not change its height.
 */
export function ViewSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div aria-busy="true">
      <ScrollList>
        <SkeletonRows count={rows} />
      </ScrollList>
    </div>
  )
}
