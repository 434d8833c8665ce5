// The course of docs/course as HTML, for the page. Only what those pages use of Markdown.
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function link_to(target, pictures) {
  const [path, anchor] = target.split('#');
  if (/^https?:/.test(path)) return target;
  if (/\.(png|svg|gif|webp)$/.test(path)) {
    pictures.add(basename(path));
    return `course/${basename(path)}`;
  }
  const chapter = /^(\d\d)-.*\.md$/.exec(basename(path));
  if (chapter) return `#${Number(chapter[1])}`;
  if (basename(path) === 'README.md') return '#0';
  if (path === 'glossary.md') return '#glossary';
  return path === '' ? `#${anchor}` : ''; // other documents are in the repository
}

function inline(text, pictures) {
  const codes = [];
  let html = text.replace(/`([^`]+)`/g, (_, code) => `\u0000${codes.push(code) - 1}\u0000`);
  html = escaped(html)
    .replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, alt, target) => `<img src="${link_to(target, pictures)}" alt="${alt}" loading="lazy">`)
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, label, target) => {
      const to = link_to(target, pictures);
      return to ? `<a href="${to}">${label}</a>` : label;
    })
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>')
    .replace(/(^|[\s(])_([^_\s][^_]*)_(?=[\s.,;:)]|$)/g, '$1<em>$2</em>');
  return html.replace(/\u0000(\d+)\u0000/g, (_, number) => `<code>${escaped(codes[Number(number)])}</code>`);
}

export function html_of(markdown, pictures = new Set()) {
  const lines = markdown.replace(/<!--[\s\S]*?-->/g, '').split('\n');
  const out = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i];
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    if (heading) {
      // The page has an h1 of its own.
      const level = heading[1].length + 1;
      out.push(`<h${level}>${inline(heading[2], pictures)}</h${level}>`);
      ++i;
    } else if (line.startsWith('```')) {
      const code = [];
      for (++i; i < lines.length && !lines[i].startsWith('```'); ++i) code.push(lines[i]);
      ++i;
      out.push(`<pre tabindex="0"><code>${escaped(code.join('\n'))}</code></pre>`);
    } else if (/^ {4}\S/.test(line)) {
      const code = [];
      for (; i < lines.length && (/^ {4}/.test(lines[i]) || lines[i] === ''); ++i) code.push(lines[i].slice(4));
      out.push(`<pre tabindex="0"><code>${escaped(code.join('\n').trimEnd())}</code></pre>`);
    } else if (line.startsWith('|')) {
      const rows = [];
      for (; i < lines.length && lines[i].startsWith('|'); ++i) rows.push(lines[i].slice(1).replace(/\|\s*$/, '').split(/(?<!\\)\|/).map((cell) => inline(cell.trim().replaceAll('\\|', '|'), pictures)));
      const [head, , ...body] = rows;
      out.push(`<table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead><tbody>${body.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`);
    } else if (/^(\*|-|\d+\.) /.test(line)) {
      const tag = /^\d/.test(line) ? 'ol' : 'ul';
      const items = [];
      for (; i < lines.length && lines[i] !== ''; ++i) {
        const item = /^(?:\*|-|\d+\.) (.*)$/.exec(lines[i]);
        if (item) items.push(item[1]);
        else items[items.length - 1] += ' ' + lines[i].trim();
      }
      out.push(`<${tag}>${items.map((item) => `<li>${inline(item, pictures)}</li>`).join('')}</${tag}>`);
    } else if (line.trim() === '') {
      ++i;
    } else if (/^<\/?(details|summary)/.test(line)) {
      out.push(line);
      ++i;
    } else {
      const words = [];
      for (; i < lines.length && lines[i].trim() !== '' && !/^(#|```|\||(\*|-|\d+\.) )/.test(lines[i]); ++i) words.push(lines[i]);
      out.push(`<p>${inline(words.join(' '), pictures)}</p>`);
    }
  }
  return out.join('\n') + '\n';
}

// Writes course/1.html to 11.html, the pictures that they show, and the glossary.
export function build_course(root, site) {
  const from = join(root, 'docs/course'), to = join(site, 'course');
  mkdirSync(to, { recursive: true });
  const pictures = new Set();
  for (const name of readdirSync(from)) {
    if (!name.endsWith('.md')) continue;
    const number = /^(\d\d)-/.exec(name);
    const page = number ? String(Number(number[1])) : name === 'README.md' ? '0' : 'glossary';
    writeFileSync(join(to, `${page}.html`), html_of(readFileSync(join(from, name), 'utf8'), pictures));
  }
  for (const name of pictures) cpSync(join(root, 'docs/images', name), join(to, name));
}
