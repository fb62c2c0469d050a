import '#ui/font.css'
import '#ui/theme.css'
