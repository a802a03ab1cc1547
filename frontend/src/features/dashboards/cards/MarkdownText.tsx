import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { figureTexts } from '@/texts/dashboards';
import styles from '../markdown.module.css';

interface MarkdownTextProps {
  text: string;
  /** `left`, `right` or `center`. */
  align: string;
}

const EXTENSIONS = [remarkGfm];

/** The titles of a text stand below that of its card. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h3 className={styles.large}>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  // Nothing is loaded from elsewhere.
  img: ({ alt }) => alt,
  // Among the tasks of a list there may be other lines.
  li: ({ className, children }) => (
    <li className={className ? styles.task : undefined}>{children}</li>
  ),
  // The box of a task cannot be ticked here.
  input: ({ checked }) => (checked ? figureTexts.ticked : figureTexts.unticked),
};

/** A text in Markdown, without any HTML of its own. */
export default function MarkdownText({ text, align }: MarkdownTextProps) {
  return (
    <div className={styles.text} data-align={align || undefined}>
      <Markdown remarkPlugins={EXTENSIONS} components={COMPONENTS} skipHtml>
        {text}
      </Markdown>
    </div>
  );
}
