import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create function notify_device() returns trigger language plpgsql as $$
    begin
      perform pg_notify('custody_devices', new.device_id);
      return null;
    end
  $$`,
  sql`create trigger notify_device after insert or update on trusted_devices
    for each row execute function notify_device()`,
  sql`create trigger notify_device after update of state on device_requests
    for each row execute function notify_device()`,
  sql`create trigger notify_device after update of state on email_changes
    for each row execute function notify_device()`,
]

/** Notifies all nodes of what was decided about a device, so that those that wait for it need not poll. */
export const deviceNotificationsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
