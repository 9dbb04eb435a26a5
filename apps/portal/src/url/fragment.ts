/** What a provider's way back has put behind the address, which forgets it: it is good once. */
export const takeFragment = (): Record<string, string> => {
  const { hash, pathname, search } = window.location
  const found = Object.fromEntries(new URLSearchParams(hash.slice(1)))
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search)
  return found
}
