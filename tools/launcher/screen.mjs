// What the launcher says. A step is one line that ends in its time; on a terminal it shows that it is alive.

/** Something went wrong that the reader can understand; `details` is what a command printed. */
export class Trouble extends Error {
  constructor(message, details = '') {
    super(message)
    this.details = details
  }
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Runs one step; `report(text)` shows how far it is. */
export async function step(title, work) {
  const since = performance.now()
  const live = process.stdout.isTTY
  let note = ''
  let frame = 0
  const draw = () =>
    process.stdout.write(
      `\r\x1b[K${frames[frame++ % frames.length]} ${title}${note ? ` · ${note}` : ''}  ${seconds(since)}`,
    )
  if (!live) console.log(`… ${title}`)
  const timer = live ? setInterval(draw, 120) : undefined
  try {
    const result = await work((text) => {
      note = text
    })
    clearInterval(timer)
    console.log(`${live ? '\r\x1b[K' : ''}✓ ${title}  ${seconds(since)}`)
    return result
  } catch (error) {
    clearInterval(timer)
    console.log(`${live ? '\r\x1b[K' : ''}✗ ${title}  ${seconds(since)}`)
    throw error
  }
}

export function failWith(error) {
  if (error instanceof Trouble) {
    if (error.details) console.error(error.details.trimEnd().split('\n').slice(-25).join('\n'))
    console.error(`\n${error.message}`)
  } else console.error(error)
  process.exit(1)
}
