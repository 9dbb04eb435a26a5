let audio: AudioContext | null = null

/** Two short tones. Silent where the browser has no sound, or allows none before the first tap. */
export const chime = (): void => {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const [at, hertz] of [
      [0, 660],
      [0.22, 880],
    ] as const) {
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      tone.frequency.value = hertz
      volume.gain.setValueAtTime(0.4, audio.currentTime + at)
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.2)
      tone.connect(volume).connect(audio.destination)
      tone.start(audio.currentTime + at)
      tone.stop(audio.currentTime + at + 0.2)
    }
  } catch {
    // Every sound has something on screen that says the same.
  }
}
