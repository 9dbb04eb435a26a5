const countAge = () => {
  for (const line of document.querySelectorAll('[data-written]')) {
    const written = Date.parse(line.dataset.written)
    const show = () => {
      const minutes = Math.floor((Date.now() - written) / 60000)
      const hours = Math.floor(minutes / 60)
      const age = minutes < 1 ? 'less than a minute' : hours < 1 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
      const text = minutes < -1 ? 'Written in the future by the clock of this computer' : `Written ${age} ago`
      if (line.textContent !== text) line.textContent = text
      line.classList.toggle('old', minutes > 20 || minutes < -1)
    }
    show()
    setInterval(show, 5000)
  }
}
countAge()
