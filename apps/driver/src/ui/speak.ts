/** Says the words with the device's own voice in the page's language. Silent where it has none. */
export const speak = (words: string): void => {
  // Older browsers have none, whatever the types say.
  const voice = window.speechSynthesis as SpeechSynthesis | undefined
  if (voice === undefined) return
  const said = new SpeechSynthesisUtterance(words)
  said.lang = document.documentElement.lang
  voice.cancel()
  voice.speak(said)
}
