// What a published page does beyond being read: search as one types, tabs, copying code, the place in the outline, themes.
(() => {
  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  const root = document.documentElement;
  const theme = document.querySelector('.theme');
  if (theme) {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const isDark = () => root.classList.contains('dark') || (!root.classList.contains('light') && system.matches);
    const tell = () => theme.setAttribute('aria-pressed', String(isDark()));
    theme.addEventListener('click', () => {
      const chosen = isDark() ? 'light' : 'dark';
      root.classList.remove('light', 'dark');
      root.classList.add(chosen);
      tell();
      try {
        localStorage.setItem('quire-theme', chosen);
      } catch {
        // It lasts as long as this page.
      }
    });
    system.addEventListener('change', tell);
    tell();
    theme.hidden = false;
  }

  // Browsers lend the clipboard to secure pages only.
  for (const figure of navigator.clipboard ? document.querySelectorAll('figure.code') : []) {
    const status = element('span', { className: 'visually-hidden', role: 'status' });
    const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.setAttribute('aria-label', 'Copy the code');
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('code').textContent);
      button.textContent = status.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
        status.textContent = '';
      }, 1500);
    });
    figure.append(button, status);
  }

  document.querySelectorAll('.tabs').forEach((tabs, number) => {
    const panels = [...tabs.querySelectorAll(':scope > .tab')];
    const list = element('div', { className: 'tablist', role: 'tablist' });
    const buttons = panels.map((panel, index) => {
      const id = `~tab-${number}-${index}`;
      const button = element('button', {
        type: 'button',
        id,
        role: 'tab',
        textContent: panel.getAttribute('aria-label'),
      });
      panel.id = `${id}-panel`;
      panel.role = 'tabpanel';
      panel.removeAttribute('aria-label');
      panel.setAttribute('aria-labelledby', id);
      button.setAttribute('aria-controls', panel.id);
      button.addEventListener('click', () => select(index));
      button.addEventListener('keydown', ({ key }) => {
        const forward = getComputedStyle(list).direction === 'rtl' ? -1 : 1;
        const step = { ArrowRight: forward, ArrowLeft: -forward }[key];
        if (step) select((index + step + panels.length) % panels.length, true);
        if (key === 'Home') select(0, true);
        if (key === 'End') select(panels.length - 1, true);
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

  const named = (hash) => {
    try {
      return document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      // What is no UTF-8 names nothing.
      return null;
    }
  };
  // An address may lead into a tab, or into what is folded.
  const reveal = () => {
    const target = named(location.hash);
    const tab = target?.closest('.tab[hidden]');
    if (tab) document.getElementById(tab.getAttribute('aria-labelledby')).click();
    for (let each = target?.closest('details'); each; each = each.parentElement.closest('details')) each.open = true;
    target?.scrollIntoView();
  };
  if (location.hash) reveal();
  addEventListener('hashchange', reveal);

  const outline = document.querySelector('nav.outline');
  const headings = [...(outline?.querySelectorAll('a') ?? [])].flatMap((link) => {
    const heading = named(link.hash);
    return heading ? [{ link, heading }] : [];
  });
  const follow = () => {
    const line = parseFloat(getComputedStyle(root).scrollPaddingTop) + 8;
    const isAtEnd = innerHeight + scrollY >= root.scrollHeight - 2;
    const passed = headings.filter(({ heading }) => heading.getBoundingClientRect().top <= line);
    const here = (isAtEnd && scrollY > 0 ? headings : passed).at(-1);
    for (const { link } of headings) {
      if (link === here?.link) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  if (headings.length > 0) {
    let isDue = false;
    const later = () => {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => {
        isDue = false;
        follow();
      });
    };
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later, { passive: true });
    follow();
  }

  // The current page is in sight in a long table of contents.
  const contents = document.querySelector('nav.contents');
  const current = contents?.querySelector('[aria-current]');
  if (current && current.offsetTop > contents.clientHeight * 0.8) {
    contents.scrollTop = current.offsetTop - contents.clientHeight / 2;
  }

  const folded = document.querySelectorAll('.variants, .links details');
  document.addEventListener('click', ({ target }) => {
    for (const each of folded) if (!each.contains(target)) each.open = false;
  });
  for (const each of folded) {
    each.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape') return;
      each.open = false;
      each.querySelector('summary').focus();
    });
  }

  const form = document.querySelector('form.search');
  const results = form?.querySelector('.results');
  const input = form?.querySelector('input');
  if (!form || !results || !input) return;
  let asked = 0;
  let timer;
  const told = form.querySelector('[role=status]');
  const hide = () => {
    results.hidden = true;
    told.textContent = '';
  };
  /** The text with the words of the query set off. */
  const marked = (text, query) => {
    const words = query.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    if (words.length === 0) return [text];
    const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'iu'));
    return parts.map((part, index) => (index % 2 === 1 ? element('mark', { textContent: part }) : part));
  };
  const say = (text) => {
    results.replaceChildren(element('p', { textContent: text }));
    told.textContent = text;
  };
  const ask = async (query) => {
    try {
      const answer = await fetch(`${form.action}?format=json&q=${encodeURIComponent(query)}`);
      return answer.ok ? (await answer.json()).items : undefined;
    } catch {
      // Offline, or the site has gone.
      return undefined;
    }
  };
  const show = async () => {
    const query = input.value.trim();
    const turn = ++asked;
    if (query === '') return hide();
    const items = await ask(query);
    if (turn !== asked) return;
    if (!items) say('Search cannot be reached right now.');
    else if (items.length === 0) say(`Nothing found for “${query}”.`);
    else {
      const links = items.map(({ href, title, place, excerpt }) =>
        element(
          'a',
          { href, dir: 'auto' },
          element('strong', { textContent: title }),
          element('small', { textContent: place }),
          element('span', {}, ...marked(excerpt, query)),
        ),
      );
      results.replaceChildren(...links);
      results.scrollTop = 0;
      told.textContent = items.length === 1 ? '1 result' : `${items.length} results`;
    }
    results.hidden = false;
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(), 120);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !results.hidden) {
      event.preventDefault();
      hide();
    }
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
    (document.activeElement[step] ?? (step === 'nextElementSibling' ? results.firstElementChild : input)).focus();
  });
  input.addEventListener('focus', () => {
    if (input.value.trim() !== '' && results.hidden) void show();
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !form.contains(relatedTarget)) hide();
  });
  document.addEventListener('click', ({ target }) => form.contains(target) || hide());
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input, textarea');
    if ((event.key === '/' && !typing) || (event.key === 'k' && (event.metaKey || event.ctrlKey))) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });
})();
