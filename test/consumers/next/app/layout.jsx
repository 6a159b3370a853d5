export const metadata = { title: 'Caretaker' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body style={{ font: '16px/1.5 sans-serif', maxWidth: '40rem', margin: '2rem auto' }}>
        {children}
      </body>
    </html>
  )
}
