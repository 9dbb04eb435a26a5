/** Lines of the simulator's own log, on standard output: the launcher keeps them, and shows them where it is asked to. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)
