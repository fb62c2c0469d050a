import '#ui/theme.css'
