declare module 'virtual:changelog' {
  /** CHANGELOG.md as it was at build time */
  const markdown: string
  export default markdown
}
