let audio: AudioContext | null = null

/** Two tones, for a passenger who is to be called. Silent where the browser has no sound, or allows none before a click. */
export const ring = (): void => {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const [place, hertz] of [660, 880].entries()) {
      const at = audio.currentTime + place * 0.22
      const sound = audio.createOscillator()
      const volume = audio.createGain()
      sound.frequency.value = hertz
      volume.gain.setValueAtTime(0.3, at)
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2)
      sound.connect(volume).connect(audio.destination)
      sound.start(at)
      sound.stop(at + 0.2)
    }
  } catch {
    // The badge says the same.
  }
}
