import userEvent from '@testing-library/user-event'

/** Pastes an address as visitors do: typing it renders a view once for each of its characters. */
export async function pasteText(
  field: HTMLElement,
  text: string,
  user: Pick<typeof userEvent, 'click' | 'paste'> = userEvent,
): Promise<void> {
  await user.click(field)
  await user.paste(text)
}
