// What a published page does beyond being read: search as one types, tabs, copying code, the place in the outline.
(() => {
  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  for (const figure of document.querySelectorAll('figure.code')) {
    const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('code').innerText);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    figure.append(button);
  }

  document.querySelectorAll('.tabs').forEach((tabs, number) => {
    const panels = [...tabs.querySelectorAll(':scope > .tab')];
    const list = element('div', { className: 'tablist', role: 'tablist' });
    const buttons = panels.map((panel, index) => {
      const id = `tab-${number}-${index}`;
      const button = element('button', {
        type: 'button',
        id,
        role: 'tab',
        textContent: panel.getAttribute('aria-label'),
      });
      panel.id = `${id}-panel`;
      panel.role = 'tabpanel';
      panel.setAttribute('aria-labelledby', id);
      button.setAttribute('aria-controls', panel.id);
      button.addEventListener('click', () => select(index));
      button.addEventListener('keydown', ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (step) select((index + step + panels.length) % panels.length, true);
      });
      return button;
    });
    const select = (chosen, focus = false) => {
      panels.forEach((panel, index) => (panel.hidden = index !== chosen));
      buttons.forEach((button, index) => {
        button.setAttribute('aria-selected', String(index === chosen));
        button.tabIndex = index === chosen ? 0 : -1;
      });
      if (focus) buttons[chosen].focus();
    };
    list.append(...buttons);
    tabs.prepend(list);
    tabs.classList.add('enhanced');
    select(0);
  });

  const links = new Map(
    [...document.querySelectorAll('.outline a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries.find(({ isIntersecting }) => isIntersecting);
      if (!entry) return;
      for (const link of links.values()) link.classList.remove('here');
      links.get(entry.target.id)?.classList.add('here');
    },
    { rootMargin: '-80px 0px -70% 0px' },
  );
  document.querySelectorAll('article :is(h2, h3)[id]').forEach((heading) => observer.observe(heading));

  const form = document.querySelector('form.search');
  const results = document.querySelector('#results');
  const input = form?.querySelector('input');
  if (!form || !results || !input) return;
  let asked = 0;
  let timer;
  const hide = () => (results.hidden = true);
  const show = async () => {
    const query = input.value.trim();
    const turn = ++asked;
    if (query === '') return hide();
    const answer = await fetch(`${form.action}?format=json&q=${encodeURIComponent(query)}`);
    if (turn !== asked || !answer.ok) return;
    const { items } = await answer.json();
    results.replaceChildren(
      ...(items.length > 0
        ? items.map(({ href, title, place, excerpt }) =>
            element(
              'a',
              { href },
              element('strong', { textContent: title }),
              element('small', { textContent: place }),
              element('span', { textContent: excerpt }),
            ),
          )
        : [element('p', { textContent: 'Nothing found.' })]),
    );
    results.hidden = false;
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(), 120);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    results.querySelector('a')?.focus();
  });
  results.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
    if (event.key === 'Escape') {
      hide();
      input.focus();
    }
    if (!step) return;
    event.preventDefault();
    (document.activeElement[step] ?? input).focus();
  });
  document.addEventListener('click', ({ target }) => form.contains(target) || hide());
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input, textarea');
    if ((event.key === '/' && !typing) || (event.key === 'k' && (event.metaKey || event.ctrlKey))) {
      event.preventDefault();
      input.focus();
    }
  });
})();
