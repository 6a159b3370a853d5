/** A bar: a whole, and the part of it that is told apart, such as errors of calls. */
export type Bar = { label: string; value: number; part?: number }

const width = 640
const height = 120

/**
 * Bars over time. The figures are in a table behind it for those who do not see it; there are at
 * most some hundred bars.
 */
export const BarChart = ({
  label,
  bars,
  format = (value) => value.toLocaleString('en'),
}: {
  label: string
  bars: readonly Bar[]
  format?: (value: number) => string
}) => {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = width / Math.max(1, bars.length)
  const heightOf = (value: number) => (value / most) * height
  return (
    <figure class="chart">
      <figcaption>
        {label}{' '}
        <span class="quiet">at most {format(Math.max(0, ...bars.map((bar) => bar.value)))}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label: name, value, part = 0 }, index) => (
          <g key={name}>
            <title>{`${name}: ${format(value)}`}</title>
            <rect
              class="bar"
              x={index * step}
              y={height - heightOf(value)}
              width={Math.max(1, step - 1)}
              height={heightOf(value)}
            />
            <rect
              class="bar bad"
              x={index * step}
              y={height - heightOf(part)}
              width={Math.max(1, step - 1)}
              height={heightOf(part)}
            />
          </g>
        ))}
      </svg>
      <details>
        <summary>Figures</summary>
        <ul class="figures">
          {bars.map(({ label: name, value, part }) => (
            <li key={name}>
              {name}: {format(value)}
              {part ? `, ${format(part)} failed` : ''}
            </li>
          ))}
        </ul>
      </details>
    </figure>
  )
}

/** A small picture of figures over time, for the row of a table that says their sum. */
export const Spark = ({ values }: { values: readonly number[] }) => {
  const most = Math.max(1, ...values)
  const step = 128 / Math.max(1, values.length)
  return (
    <svg class="spark" viewBox="0 0 128 24" preserveAspectRatio="none" aria-hidden="true">
      {values.map((value, index) => (
        <rect
          key={index}
          class="bar"
          x={index * step}
          y={24 - (value / most) * 24}
          width={Math.max(0.5, step - 0.25)}
          height={(value / most) * 24}
        />
      ))}
    </svg>
  )
}
