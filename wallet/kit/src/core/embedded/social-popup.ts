/** Opens the window of a social login. Browsers allow that only while a click is handled; null if they refuse. */
export function openSocialPopup(page: Window): Window | null {
  return page.open('', 'popupWindow', 'width=600,height=800,scrollbars=yes')
}
