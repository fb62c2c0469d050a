import { InstalledPane } from '#react/connect/installed-pane.tsx'
import { useConnectionState } from '#react/kit-context.ts'

/** Connects a wallet that is installed in this browser. */
export function ConnectingExternal({ data }: { data: { connectorUid: string } }) {
  const { connectors } = useConnectionState()
  const connector = connectors.find(({ uid }) => uid === data.connectorUid)
  return (
    <InstalledPane
      connectorUid={data.connectorUid}
      name={connector?.name ?? ''}
      image={connector?.icon ?? null}
    />
  )
}
