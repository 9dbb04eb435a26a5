let audio: AudioContext | null = null

/** Three pairs of tones, hertz. */
const TONES = [880, 660, 880, 660, 880, 660]

/** Calls a dispatcher. Silent where the browser has no sound, or allows none before the first click of a page. */
export const ring = (): void => {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const [place, hertz] of TONES.entries()) {
      const at = audio.currentTime + place * 0.2
      const sound = audio.createOscillator()
      const volume = audio.createGain()
      sound.frequency.value = hertz
      volume.gain.setValueAtTime(0.5, at)
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.19)
      sound.connect(volume).connect(audio.destination)
      sound.start(at)
      sound.stop(at + 0.19)
    }
  } catch {
    // The alert on screen says the same.
  }
}
