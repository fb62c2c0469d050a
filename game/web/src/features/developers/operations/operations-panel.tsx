import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '../developers.module.css'
import { Section } from '../section.tsx'
import { type ApiDocument, DOCUMENT_PATH, fetchApiDocument } from './api-document.ts'
import { OperationEntry } from './operation-entry.tsx'
import { operationsOf } from './operations-of.ts'

/** Every operation of this installation, from its OpenAPI document. */
export function OperationsPanel() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['developers', 'document'],
    queryFn: ({ signal }) => fetchApiDocument(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Section id="operations" title="Operations">
      <p>
        “Try it” sends the real request to this installation. The same as a document:{' '}
        <a href={DOCUMENT_PATH}>OpenAPI 3.1</a>
      </p>
      {data !== undefined && <Operations document={data} />}
      {data === undefined && isError && (
        <p role="alert">
          The description did not load.{' '}
          <Button size="small" tone="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data === undefined && !isError && (
        <p role="status" aria-label="Loading">
          <Skeleton characters={40} />
        </p>
      )}
    </Section>
  )
}

function Operations({ document }: { document: ApiDocument }) {
  return (
    <>
      <h3>Units and limits</h3>
      <p>{document.info.description}</p>
      <h3>Errors</h3>
      <p>
        Errors are <code>application/problem+json</code>: <code>code</code> names the reason and
        does not change, <code>detail</code> explains it to people, <code>errors</code> lists
        invalid fields of a 422.
      </p>
      <div className={styles['operations']}>
        {operationsOf(document).map((operation) => (
          <OperationEntry key={`${operation.method} ${operation.path}`} operation={operation} />
        ))}
      </div>
    </>
  )
}
