import { Code, Fact, Facts } from '@bullring/frame/approval/facts'
import { toVisibleName } from '@bullring/frame/approval/show-text'
import { isCutOff, toTypedDataRows } from '@bullring/frame/approval/typed-data-rows'
import { TypedDataTable } from '@bullring/frame/approval/typed-data-table'
import type { TypedDataDefinition } from 'viem'
import { Notice } from '#ui/notice.tsx'
import { usePhoneState } from '#wallet/use-phone.ts'
import type { Approvability } from './approvability.ts'
import { RequestBody } from './request-body.tsx'

type TypedDataViewProps = {
  typedData: TypedDataDefinition
  children: (approvability: Approvability) => React.ReactNode
}

/** Typed data to sign (EIP-712), as a table. */
export function TypedDataView({ typedData, children }: TypedDataViewProps) {
  const { address, chainId } = usePhoneState()
  const { name, verifyingContract, chainId: named } = typedData.domain ?? {}
  const rows = toTypedDataRows(typedData)
  const isTooLong = isCutOff(rows)
  return (
    <RequestBody>
      {named !== undefined && Number(named) !== chainId && (
        <Notice tone="warning">
          This signature is for another network: chain {String(named)}.
        </Notice>
      )}
      {isTooLong && (
        <Notice tone="warning">
          This data is too long to show in full, so the wallet will not sign it.
        </Notice>
      )}
      <TypedDataTable label="Data to sign" title={typedData.primaryType} rows={rows} />
      <Facts>
        {name !== undefined && <Fact name="For">{toVisibleName(String(name))}</Fact>}
        {verifyingContract !== undefined && (
          <Fact name="Contract">
            <Code>{toVisibleName(String(verifyingContract), 64)}</Code>
          </Fact>
        )}
        <Fact name="Account">
          <Code>{address}</Code>
        </Fact>
      </Facts>
      {children({ isPossible: !isTooLong, label: 'Sign' })}
    </RequestBody>
  )
}
