import { CodeBlock } from './code-block.tsx'
import { Section } from './section.tsx'
import { EVENT, RECEIVER, registration } from './webhook-examples.ts'

type WebhooksPanelProps = { origin: string; projectId: string; chainId: number; symbol: string }

/** Events that the service posts to servers of others. */
export function WebhooksPanel(props: WebhooksPanelProps) {
  return (
    <Section id="webhooks" title="Webhooks">
      <p>
        The service posts what happens to rounds to your server: <code>round.locked</code>, then{' '}
        <code>round.settled</code>, <code>round.refund</code> or <code>round.empty</code>. Each
        signed-in account can register up to five public <code>https</code> addresses on port 443.
        This program registers one, and prints its secret:
      </p>
      <CodeBlock name="Registration of a webhook" code={registration(props)} />
      <p>
        A test event is sent at once; the address is on when it has accepted one. Any status of 2xx
        within 2 s accepts an event. Otherwise the event is sent again, then with 10 s for a
        response, for up to 36 hours with the same <code>webhook-id</code>: an event may come twice,
        and late. After three days without an accepted event, or with 410, the address is off until
        it accepts a test. A host receives up to 600 requests an hour.
      </p>
      <CodeBlock name="Example of an event" code={JSON.stringify(EVENT, null, 2)} isLong />
      <p>
        A higher <code>revision</code> replaces a result that a reorganisation of the chain has
        changed: wait for the confirmations that you need before you act on one. Events carry the
        state of the round; a lock that was missed is not sent after the result. They are signed by{' '}
        <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, which has libraries for
        most languages; for JavaScript, <code>readWebhook</code> of{' '}
        <code>@bullring/client/read-webhook</code> verifies and reads them. Without one:
      </p>
      <CodeBlock name="Receiver of webhooks" code={RECEIVER} />
    </Section>
  )
}
